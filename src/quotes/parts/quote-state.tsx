import { StateWord, type StateTone } from '#ui/state-word.tsx'

import { quoteLabels, type QuoteState as State } from '../states.ts'

const tones: Record<State, StateTone> = {
  open: 'waiting',
  paying: 'waiting',
  accepted: 'good',
  expired: 'over',
  declined: 'over',
  revoked: 'over',
}

/** A quote's state in words. */
export const QuoteState = ({ state }: { state: State }) => (
  <StateWord tone={tones[state]}>{quoteLabels[state]}</StateWord>
)
