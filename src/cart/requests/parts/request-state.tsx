import { StateWord } from '#ui/state-word.tsx'

import type { RequestState as State } from '../contract.ts'

const words = {
  open: { label: 'Waiting for approval', tone: 'waiting' },
  approved: { label: 'Approved', tone: 'good' },
  declined: { label: 'Declined', tone: 'bad' },
  withdrawn: { label: 'Taken back', tone: 'over' },
  ordered: { label: 'Ordered', tone: 'good' },
} as const satisfies Record<State, { label: string; tone: string }>

/** A request's state in words. */
export const RequestState = ({ state }: { state: State }) => (
  <StateWord tone={words[state].tone}>{words[state].label}</StateWord>
)
