import { StateWord, type StateTone } from '#ui/state-word.tsx'

import { stateLabels, type OrderState as State } from './states.ts'

const tones: Record<State, StateTone> = {
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

/** An order's state in a buyer's words. */
export const OrderState = ({ state }: { state: State }) => (
  <StateWord tone={tones[state]}>{stateLabels[state]}</StateWord>
)
