import type { PreferredRate } from './contract.ts'

const dateFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
const formatDate = (timestamp: string) => dateFormat.format(new Date(timestamp))

const stateLabels = { active: 'Active', upcoming: 'Upcoming', ended: 'Ended', used_up: 'Used up' }

export const getRateStateLabel = ({ state }: Pick<PreferredRate, 'state'>): string => stateLabels[state]

/** Returns "From January 1, 2026 until further notice". An end at midnight is shown as the day before. */
export const formatValidity = ({ starts_at, ends_at }: Pick<PreferredRate, 'starts_at' | 'ends_at'>): string =>
  `From ${formatDate(starts_at)} ${ends_at === null ? 'until further notice' : `to ${dateFormat.format(Date.parse(ends_at) - 1)}`}`

/** Returns "28 of 40 clips left" or "Unlimited clips". */
export const formatClipsLeft = ({ clips_left, clip_limit }: Pick<PreferredRate, 'clips_left' | 'clip_limit'>): string =>
  clip_limit === null ? 'Unlimited clips' : `${clips_left ?? 0} of ${clip_limit} clips left`
