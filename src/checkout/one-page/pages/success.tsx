import { Check, Hourglass } from 'lucide-react'
import { redirect } from 'react-router'

import { callForPage, pageMeta } from '#platform/http/page.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Money } from '#ui/money.tsx'

import { confirmingPath } from '../../payment-redirect.ts'
import { getBoughtOrder } from '../contract.ts'
import type { Route } from './+types/success'

import css from './success.module.css'

export const loader = async (args: Route.LoaderArgs) => {
  const order_id = args.url.searchParams.get('order_id') ?? ''
  if (!/^[1-9]\d{0,8}$/.test(order_id)) throw redirect('/cart')
  const { data: order } = await callForPage(args, getBoughtOrder, { params: { order_id } })
  if (order.state === 'failed' && order.invoice_number) throw redirect(`/workspace/orders/${order.invoice_number}`)
  // A pending payment is confirmed on its own page, which redirects when it fails.
  if (order.state === 'confirming' || order.state === 'failed') throw redirect(confirmingPath(Number(order_id)))
  return order
}

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Thank you', noindex: true })

export default function Success({ loaderData: order }: Route.ComponentProps) {
  const clips = order.clips_count === 1 ? '1 clip' : `${order.clips_count} clips`
  const isInTransit = order.state === 'processing'
  const orderPath = `/workspace/orders/${order.invoice_number}`
  return (
    <section className={css.page} aria-labelledby="thanks">
      <span className={css.mark} aria-hidden>
        {isInTransit ? <Hourglass /> : <Check />}
      </span>
      <h1 id="thanks">{isInTransit ? 'Your payment is on its way' : 'Thank you for your purchase'}</h1>
      <p>
        {isInTransit
          ? `Your bank takes a few days to send it. We will email ${order.email} when it arrives, and the files of your ${clips} will be available then.`
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
        <ButtonLink kind="primary" size="xl" to={isInTransit ? orderPath : `${orderPath}?add_project_details=1`}>
          {isInTransit ? 'See your order' : 'Download your clips'}
        </ButtonLink>
        <ButtonLink size="xl" to="/clips">
          Continue Browsing
        </ButtonLink>
      </div>
    </section>
  )
}
