import type { OrderDetail } from '../contract.ts'
import { shortDate } from '../dates.ts'
import { stateLabels, type OrderState } from '../states.ts'

import css from './order-timeline.module.css'

/** What happened, where the state's own name would not say it. */
const happened: Partial<Record<OrderState, string>> = { pending: 'Checkout began', processing: 'Bank payment began' }

/** By one of us: a bank that drops its case brings the order to what it was, without anybody. */
const endsDispute = (moves: OrderDetail['moves'], place: number): boolean =>
  moves[place - 1]?.to_state === 'disputed' && moves[place]?.to_state === 'partially_refunded' && !!moves[place].by

/** Everything that happened to an order, oldest first. */
export const OrderTimeline = ({ moves }: Pick<OrderDetail, 'moves'>) => (
  <ol className={css.timeline}>
    {moves.map(({ to_state, moved_at, by }, place) => (
      <li key={`${to_state} ${moved_at}`}>
        <span className={css.what}>
          {endsDispute(moves, place) ? 'Dispute ended' : (happened[to_state] ?? stateLabels[to_state])}
        </span>
        <span className={css.when}>
          <time dateTime={moved_at} className="mono">
            {shortDate(moved_at)}
          </time>
          {by && <> by {by}</>}
        </span>
      </li>
    ))}
  </ol>
)
