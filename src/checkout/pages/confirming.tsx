import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { redirect, useNavigate, useSearchParams } from 'react-router'

import { call } from '#platform/http/call.ts'
import { callForPage, pageMeta } from '#platform/http/page.ts'
import { callKey } from '#platform/http/query.ts'
import { ButtonLink } from '#ui/button.tsx'

import { getAttempt, type PaymentStatus } from '../contract.ts'
import { pathAfterPayment } from '../payment-redirect.ts'
import { trackPurchase } from '../purchase-tracking.ts'
import type { Route } from './+types/confirming'

import css from './confirming.module.css'

const POLL_MS = 2_000

/** Returns where to go once the payment has ended. */
const redirectPath = (payment: PaymentStatus, link: string | null) =>
  payment.state === 'confirming' ? undefined : pathAfterPayment(payment, link)

/** A custom cart is identified by its link. */
const readLink = (search: URLSearchParams) => search.get('cart_hash')

export const loader = async (args: Route.LoaderArgs) => {
  const payment = await callForPage(args, getAttempt, { params: { order_id: args.params.orderId } })
  const path = redirectPath(payment.data, readLink(args.url.searchParams))
  if (path) throw redirect(path)
  return { payment }
}

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Confirming payment', noindex: true })

/** Waits until the payment has ended, then redirects. */
export default function Confirming({ loaderData, params }: Route.ComponentProps) {
  const input = { params: { order_id: params.orderId } }
  const [search] = useSearchParams()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { data } = useQuery({
    queryKey: callKey(getAttempt, input),
    queryFn: ({ signal }) => call(getAttempt, input, { signal }),
    initialData: loaderData.payment,
    // A lost connection only makes the wait longer.
    refetchInterval: POLL_MS,
    refetchIntervalInBackground: true,
  })
  const { state } = data.data
  const path = redirectPath(data.data, readLink(search))
  useEffect(() => {
    if (!path) return
    if (state !== 'failed') trackPurchase(data.data)
    void client.invalidateQueries()
    void navigate(path, { replace: true })
  }, [client, navigate, path, state, data.data])

  return (
    <section className={css.page} aria-labelledby="confirming" aria-busy>
      <div className={css.reel} aria-hidden />
      <h1 id="confirming">Your payment is being confirmed</h1>
      <p role="status">
        The bank has not responded yet. We keep checking; this usually takes a few seconds, and a few minutes at the
        most. You will not be charged twice.
      </p>
      <p className={css.soft}>
        You can leave this page. If the payment goes through, you find the order under Orders; if not, your cart is as
        you left it.
      </p>
      <ButtonLink to="/workspace/orders">Go to orders</ButtonLink>
    </section>
  )
}
