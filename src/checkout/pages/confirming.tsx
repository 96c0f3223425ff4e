import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { redirect, useNavigate, useSearchParams } from 'react-router'

import { call } from '#platform/call.ts'
import { pageCall, pageMeta } from '#platform/page.ts'
import { callKey } from '#platform/query.ts'
import { ButtonLink } from '#ui/button.tsx'

import { getAttempt, type Payment } from '../contract.ts'
import { placeAfter } from '../place-after.ts'
import { tellOfPurchase } from '../tell-of-purchase.ts'
import type { Route } from './+types/confirming'

import css from './confirming.module.css'

const poll_ms = 2_000

/** Where to go once it has ended. */
const placeOf = (payment: Payment, link: string | null) =>
  payment.state === 'confirming' ? undefined : placeAfter(payment, link)

/** The custom cart that it is paid for goes by its link. */
const linkIn = (search: URLSearchParams) => search.get('cart_hash')

export const loader = async (args: Route.LoaderArgs) => {
  const payment = await pageCall(args, getAttempt, { params: { order_id: args.params.orderId } })
  const place = placeOf(payment.data, linkIn(args.url.searchParams))
  if (place) throw redirect(place)
  return { payment }
}

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Confirming payment', noindex: true })

/** Waits with the buyer until the payment has ended, and goes where it leads. */
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
    refetchInterval: poll_ms,
    refetchIntervalInBackground: true,
  })
  const { state } = data.data
  const place = placeOf(data.data, linkIn(search))
  useEffect(() => {
    if (!place) return
    if (state !== 'failed') tellOfPurchase(data.data)
    void client.invalidateQueries()
    void navigate(place, { replace: true })
  }, [client, navigate, place, state, data.data])

  return (
    <section className={css.page} aria-labelledby="confirming" aria-busy>
      <div className={css.reel} aria-hidden />
      <h1 id="confirming">Your payment is being confirmed</h1>
      <p role="status">
        The bank has not answered us yet. We keep asking; it takes a few seconds most of the time, and a few minutes at
        the most. You are not charged twice, whatever happens.
      </p>
      <p className={css.soft}>
        You may leave this page. If the payment went through, the order is among your orders; if not, your cart is as
        you left it.
      </p>
      <ButtonLink to="/workspace/orders">Go to orders</ButtonLink>
    </section>
  )
}
