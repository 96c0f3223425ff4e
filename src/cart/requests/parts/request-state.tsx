import { StatusLabel } from '#ui/status-label.tsx'

import type { RequestState as State } from '../contract.ts'

const stateLabels = {
  open: { label: 'Waiting for approval', tone: 'waiting' },
  approved: { label: 'Approved', tone: 'good' },
  declined: { label: 'Declined', tone: 'bad' },
  withdrawn: { label: 'Withdrawn', tone: 'over' },
  ordered: { label: 'Ordered', tone: 'good' },
} as const satisfies Record<State, { label: string; tone: string }>

/** A request's state as a label. */
export const RequestState = ({ state }: { state: State }) => (
  <StatusLabel tone={stateLabels[state].tone}>{stateLabels[state].label}</StatusLabel>
)
