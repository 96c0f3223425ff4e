import { StatusLabel, type StatusTone } from '#ui/status-label.tsx'

import { quoteLabels, type QuoteState as State } from '../states.ts'

const tones: Record<State, StatusTone> = {
  open: 'waiting',
  paying: 'waiting',
  accepted: 'good',
  expired: 'over',
  declined: 'over',
  revoked: 'over',
}

/** A quote's state as a label. */
export const QuoteState = ({ state }: { state: State }) => (
  <StatusLabel tone={tones[state]}>{quoteLabels[state]}</StatusLabel>
)
