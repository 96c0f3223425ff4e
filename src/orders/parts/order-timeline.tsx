import type { OrderDetail } from '../contract.ts'
import { formatShortDate } from '../dates.ts'
import { stateLabels, type OrderState } from '../states.ts'

import css from './order-timeline.module.css'

/** Labels for transitions that the state's own label would not explain. */
const transitionLabels: Partial<Record<OrderState, string>> = {
  pending: 'Checkout began',
  processing: 'Bank payment began',
}

/** Only when a staff member ended the dispute: when the bank drops it, the transition has no actor. */
const isDisputeEnd = (transitions: OrderDetail['transitions'], index: number): boolean =>
  transitions[index - 1]?.to_state === 'disputed' &&
  transitions[index]?.to_state === 'partially_refunded' &&
  !!transitions[index].by

/** The order's transitions, oldest first. */
export const OrderTimeline = ({ transitions }: Pick<OrderDetail, 'transitions'>) => (
  <ol className={css.timeline}>
    {transitions.map(({ to_state, transitioned_at, by }, index) => (
      <li key={`${to_state} ${transitioned_at}`}>
        <span className={css.what}>
          {isDisputeEnd(transitions, index) ? 'Dispute ended' : (transitionLabels[to_state] ?? stateLabels[to_state])}
        </span>
        <span className={css.when}>
          <time dateTime={transitioned_at} className="mono">
            {formatShortDate(transitioned_at)}
          </time>
          {by && <> by {by}</>}
        </span>
      </li>
    ))}
  </ol>
)
