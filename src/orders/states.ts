/** The table of order states and transitions. `transitionOrder` enforces it. */
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

/** The transitions from each state. A dispute that the bank drops ends in the state that it began in. */
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

export const canTransition = (from: OrderState, to: OrderState): boolean => nextStates[from].includes(to)

/** Whether no transition leaves the state. */
export const isFinal = (state: OrderState): boolean => nextStates[state].length === 0

/** The states in which the order's licenses are in force: granted, without a dispute about the payment. */
export const licensedOrderStates = [
  'paid',
  'invoiced',
  'overdue',
  'partially_refunded',
] as const satisfies readonly OrderState[]

const grantingStates: ReadonlySet<OrderState> = new Set(licensedOrderStates)
export const grantsLicenses = (state: OrderState): boolean => grantingStates.has(state)

/** Whether an order in this state, which was placed, has ever granted licenses that could be used. */
export const hasGrantedLicenses = (state: OrderState): boolean =>
  state !== 'pending' && state !== 'processing' && state !== 'failed'

/** Whether the transition places the order, which then gets its number and its licenses. */
export const isPlacing = (from: OrderState, to: OrderState): boolean =>
  from === 'pending' && (to === 'paid' || to === 'processing' || to === 'invoiced')

/** Whether the state ends every license of the order. */
export const endsLicenses = (to: OrderState): boolean => to === 'failed' || to === 'cancelled' || to === 'refunded'

/** State labels for buyers. */
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
