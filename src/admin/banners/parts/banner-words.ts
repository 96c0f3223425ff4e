import type { Audience, BannerState } from '#notifications/banner.ts'

import { dayOf, lastDayOf } from '../../parts/moment.ts'
import type { BannerRow } from '../contract.ts'

export const bannerStateWords: Readonly<Record<BannerState, { label: string; tone?: 'good' }>> = {
  draft: { label: 'Draft' },
  planned: { label: 'Planned' },
  running: { label: 'Running', tone: 'good' },
  ended: { label: 'Ended' },
}

export const audienceWords: Readonly<Record<Audience, string>> = {
  everyone: 'Everybody who is signed in',
  filmmakers: 'Filmmakers',
}

const day_ms = 86_400_000

/** The first and the last day of it, in UTC; '' for none. */
export const daysOf = ({ starts_at, ends_at }: Pick<BannerRow, 'starts_at' | 'ends_at'>) => ({
  starts_at: starts_at === null ? '' : dayOf(starts_at),
  ends_at: ends_at === null ? '' : lastDayOf(ends_at),
})

export const momentsOf = ({ starts_at, ends_at }: { starts_at: string; ends_at: string }) => ({
  starts_at: starts_at === '' ? null : new Date(starts_at).toISOString(),
  ends_at: ends_at === '' ? null : new Date(Date.parse(ends_at) + day_ms).toISOString(),
})

/** Each in its own line or behind a space. */
export const pathsIn = (text: string): string[] => text.split(/\s+/).filter(path => path !== '')
