import { StatusLabel, type StatusTone } from '#ui/status-label.tsx'

import { licenseStateLabels, type LicenseState as State } from '../../in-force.ts'

const tones: Record<State, StatusTone> = {
  in_force: 'good',
  ends_soon: 'waiting',
  ended: 'over',
  superseded: 'over',
  on_hold: 'waiting',
  revoked: 'over',
}

/** The state of a license; `why` replaces the label where there is more to say. */
export const LicenseStatusLabel = ({ state, why }: { state: State; why: string }) => (
  <StatusLabel tone={tones[state]}>{why || licenseStateLabels[state]}</StatusLabel>
)
