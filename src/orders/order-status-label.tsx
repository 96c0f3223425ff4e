import { StatusLabel, type StatusTone } from '#ui/status-label.tsx'

import { stateLabels, type OrderState as State } from './states.ts'

const tones: Record<State, StatusTone> = {
  pending: 'waiting',
  paid: 'good',
  processing: 'waiting',
  invoiced: 'waiting',
  overdue: 'bad',
  failed: 'bad',
  cancelled: 'over',
  refunded: 'over',
  partially_refunded: 'good',
  disputed: 'bad',
}

/** An order's state, as buyers see it. */
export const OrderStatusLabel = ({ state }: { state: State }) => (
  <StatusLabel tone={tones[state]}>{stateLabels[state]}</StatusLabel>
)
