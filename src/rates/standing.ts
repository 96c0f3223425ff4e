import type { PreferredRate } from './contract.ts'

const days = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
const day = (moment: string) => days.format(new Date(moment))

const stateLabels = { active: 'Active', upcoming: 'Not yet', ended: 'Ended', used_up: 'Used up' }

export const rateStateLabel = ({ state }: Pick<PreferredRate, 'state'>): string => stateLabels[state]

/** "From January 1, 2026 until further notice"; what ends as a day begins holds to the end of the day before. */
export const validity = ({ starts_at, ends_at }: Pick<PreferredRate, 'starts_at' | 'ends_at'>): string =>
  `From ${day(starts_at)} ${ends_at === null ? 'until further notice' : `to ${days.format(Date.parse(ends_at) - 1)}`}`

/** "28 of 40 clips left", "Any number of clips" */
export const clipsLeftText = ({ clips_left, clip_limit }: Pick<PreferredRate, 'clips_left' | 'clip_limit'>): string =>
  clip_limit === null ? 'Any number of clips' : `${clips_left ?? 0} of ${clip_limit} clips left`
