import { Check, Hourglass } from 'lucide-react'
import { redirect } from 'react-router'

import { confirmingPlace } from '#checkout/place-after.ts'
import { pageCall, pageMeta } from '#platform/page.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Money } from '#ui/money.tsx'

import { getBought } from '../contract.ts'
import type { Route } from './+types/success'

import css from './success.module.css'

export const loader = async (args: Route.LoaderArgs) => {
  const order_id = args.url.searchParams.get('order_id') ?? ''
  if (!/^[1-9]\d{0,8}$/.test(order_id)) throw redirect('/cart')
  const { data: order } = await pageCall(args, getBought, { params: { order_id } })
  if (order.state === 'failed' && order.invoice_number) throw redirect(`/workspace/orders/${order.invoice_number}`)
  // Whoever waits there is led back to where it was paid when it failed.
  if (order.state === 'confirming' || order.state === 'failed') throw redirect(confirmingPlace(Number(order_id)))
  return order
}

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Thank you', noindex: true })

export default function Success({ loaderData: order }: Route.ComponentProps) {
  const clips = order.clips_count === 1 ? '1 clip' : `${order.clips_count} clips`
  const isOnItsWay = order.state === 'processing'
  const place = `/workspace/orders/${order.invoice_number}`
  return (
    <section className={css.page} aria-labelledby="thanks">
      <span className={css.mark} aria-hidden>
        {isOnItsWay ? <Hourglass /> : <Check />}
      </span>
      <h1 id="thanks">{isOnItsWay ? 'Your payment is on its way' : 'Thank you for your purchase'}</h1>
      <p>
        {isOnItsWay
          ? `Your bank takes a few days to send it. We write to ${order.email} when it is here, and the files of your ${clips} open then.`
          : `You licensed ${clips}. The receipt went to ${order.email}.`}
      </p>
      <dl className={css.facts}>
        <div>
          <dt>Order</dt>
          <dd className="mono">{order.invoice_number}</dd>
        </div>
        <div>
          <dt>Total</dt>
          <dd>
            <Money cents={order.total.unformatted} mono />
          </dd>
        </div>
      </dl>
      <div className={css.next}>
        <ButtonLink kind="primary" size="xl" to={isOnItsWay ? place : `${place}?add_project_details=1`}>
          {isOnItsWay ? 'See your order' : 'Download your clips'}
        </ButtonLink>
        <ButtonLink size="xl" to="/clips">
          Continue Browsing
        </ButtonLink>
      </div>
    </section>
  )
}
