import { DAY_MS } from '#platform/clock.ts'
import { formatDay, formatLastDay } from '#ui/admin/format-date.ts'

import type { BannerAudience, BannerState } from '../../banner.ts'
import type { BannerSummary } from '../contract.ts'

export const bannerStateLabels: Readonly<Record<BannerState, { label: string; tone?: 'good' }>> = {
  draft: { label: 'Draft' },
  planned: { label: 'Planned' },
  running: { label: 'Running', tone: 'good' },
  ended: { label: 'Ended' },
}

export const audienceLabels: Readonly<Record<BannerAudience, string>> = {
  everyone: 'Everyone who is signed in',
  filmmakers: 'Filmmakers',
}

/** Returns the first and the last day of a banner in UTC; empty strings for none. */
export const toDayFields = ({ starts_at, ends_at }: Pick<BannerSummary, 'starts_at' | 'ends_at'>) => ({
  starts_at: starts_at === null ? '' : formatDay(starts_at),
  ends_at: ends_at === null ? '' : formatLastDay(ends_at),
})

export const toTimestampFields = ({ starts_at, ends_at }: { starts_at: string; ends_at: string }) => ({
  starts_at: starts_at === '' ? null : new Date(starts_at).toISOString(),
  ends_at: ends_at === '' ? null : new Date(Date.parse(ends_at) + DAY_MS).toISOString(),
})

/** Splits a text into paths, separated by spaces or line breaks. */
export const splitPaths = (text: string): string[] => text.split(/\s+/).filter(path => path !== '')
