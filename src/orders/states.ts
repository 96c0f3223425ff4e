/** What an order can be and become: one table, kept by the one verb that moves orders (`moveOrder`). */
import { agreed_states } from '#licensing/held.ts'

export const orderStates = [
  'pending',
  'paid',
  'processing',
  'invoiced',
  'overdue',
  'failed',
  'cancelled',
  'refunded',
  'partially_refunded',
  'disputed',
] as const
export type OrderState = (typeof orderStates)[number]

/** From each state, the states that may follow. A dispute ends where it began when the buyer's bank drops it. */
export const nextStates: Readonly<Record<OrderState, readonly OrderState[]>> = {
  pending: ['paid', 'processing', 'invoiced', 'failed', 'cancelled'],
  processing: ['paid', 'failed'],
  invoiced: ['paid', 'overdue', 'cancelled'],
  overdue: ['paid', 'cancelled'],
  paid: ['refunded', 'partially_refunded', 'disputed'],
  partially_refunded: ['refunded', 'disputed'],
  disputed: ['paid', 'partially_refunded', 'refunded'],
  failed: [],
  cancelled: [],
  refunded: [],
}

export const canMove = (from: OrderState, to: OrderState): boolean => nextStates[from].includes(to)

/** Nothing follows. */
export const isFinal = (state: OrderState): boolean => nextStates[state].length === 0

const agreed: ReadonlySet<OrderState> = new Set(agreed_states)
export const isAgreed = (state: OrderState): boolean => agreed.has(state)

/** Leaving `pending` for one of these makes it an order: it gets its number and its licenses. */
export const isPlacing = (from: OrderState, to: OrderState): boolean =>
  from === 'pending' && (to === 'paid' || to === 'processing' || to === 'invoiced')

/** Entering one of these ends the right to use every clip of the order. */
export const endsLicenses = (to: OrderState): boolean => to === 'failed' || to === 'cancelled' || to === 'refunded'

/** The state in a buyer's words. */
export const stateLabels: Readonly<Record<OrderState, string>> = {
  pending: 'Payment being confirmed',
  paid: 'Paid',
  processing: 'Bank payment on its way',
  invoiced: 'Invoiced',
  overdue: 'Payment overdue',
  failed: 'Payment failed',
  cancelled: 'Cancelled',
  refunded: 'Refunded',
  partially_refunded: 'Partly refunded',
  disputed: 'Payment disputed',
}
