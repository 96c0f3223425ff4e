/** Who requested what and why, and the decision. */
import { Link } from 'react-router'

import { Money } from '#ui/money.tsx'

import type { PurchaseRequest } from '../contract.ts'
import { RequestState } from './request-state.tsx'

import css from './request-details.module.css'

const dateFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
const formatDate = (timestamp: string) => dateFormat.format(new Date(timestamp))

export const RequestDetails = ({ request }: { request: PurchaseRequest }) => {
  const { state, note, decline_reason, requested_total, cart, decided_by, decided_at, order_number } = request
  const { sub_total, non_profit_discount, discount_total, upgrade_credit } = cart
  const currentCents =
    sub_total.unformatted - non_profit_discount.unformatted - discount_total.unformatted - upgrade_credit.unformatted
  return (
    <section className={css.story} aria-label="The request">
      <p className={css.line}>
        <RequestState state={state} />
        <span>
          {request.is_own ? 'Requested by you' : `Requested by ${request.requested_by.name}`} on{' '}
          {formatDate(request.requested_at)}
        </span>
      </p>
      <blockquote className={css.note}>{note}</blockquote>
      {decline_reason && (
        <figure className={css.answer}>
          <blockquote>{decline_reason}</blockquote>
          <figcaption>{decided_by?.name}</figcaption>
        </figure>
      )}
      {decided_at && state !== 'withdrawn' && decided_by && !decline_reason && (
        <p className={css.soft}>
          Approved by {decided_by.name} on {formatDate(decided_at)}.
          {state === 'approved' && ' The clips are in their cart.'}
        </p>
      )}
      {order_number && (
        <p className={css.soft}>
          Ordered as{' '}
          {request.can_see_order ? <Link to={`/workspace/orders/${order_number}`}>{order_number}</Link> : order_number}.
        </p>
      )}
      {state === 'open' && currentCents !== requested_total.unformatted && (
        <p className={css.soft}>
          The total was <Money cents={requested_total.unformatted} /> when it was requested. The prices here are
          current.
        </p>
      )}
    </section>
  )
}
