import { StateWord, type StateTone } from '#ui/state-word.tsx'

import { licenseStateLabels, type LicenseState as State } from '../states.ts'

const tones: Record<State, StateTone> = {
  in_force: 'good',
  ends_soon: 'waiting',
  ended: 'over',
  superseded: 'over',
  on_hold: 'waiting',
  revoked: 'over',
}

/** How a license stands; `why` says more where there is more to say. */
export const LicenseState = ({ state, why }: { state: State; why: string }) => (
  <StateWord tone={tones[state]}>{why || licenseStateLabels[state]}</StateWord>
)
