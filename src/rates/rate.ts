/** What follows from a preferred rate alone: its price, what it allows in words, and when that ends. */
import { tidyChoice, type LicenseChoice } from '#licensing/choice.ts'
import type { Use } from '#licensing/held.ts'
import type { Price } from '#licensing/price.ts'
import type { Prices } from '#licensing/prices.ts'
import { distributionName, formatOf, orgTypes, peopleOf } from '#licensing/terms.ts'

import type { DistributionGroup, RateTerms } from './rate-shape.ts'

/** A rate as an order keeps it, whatever becomes of it later. */
export type SoldRate = RateTerms & { id: number }

export const soldRate = ({
  id,
  name,
  price_cents,
  end_client_name,
  end_client_size,
  end_client_type,
  usage_details,
  distribution_groups,
}: SoldRate): SoldRate => ({
  id,
  name,
  price_cents,
  end_client_name,
  end_client_size,
  end_client_type,
  usage_details,
  distribution_groups,
})

/** How many clips have been licensed under it, of how many; when it holds. */
export type RateStanding = {
  starts_at: Date
  ends_at: Date | null
  ended_at: Date | null
  clip_limit: number | null
  clips_used: number
}

export const rateStates = ['active', 'upcoming', 'ended', 'used_up'] as const
export type RateState = (typeof rateStates)[number]

export const rateState = (
  { starts_at, ends_at, ended_at, clip_limit, clips_used }: RateStanding,
  now: Date,
): RateState => {
  if (ended_at !== null || (ends_at !== null && now >= ends_at)) return 'ended'
  if (now < starts_at) return 'upcoming'
  return clip_limit !== null && clips_used >= clip_limit ? 'used_up' : 'active'
}

/** null: any number. */
export const clipsLeft = ({ clip_limit, clips_used }: Pick<RateStanding, 'clip_limit' | 'clips_used'>) =>
  clip_limit === null ? null : Math.max(0, clip_limit - clips_used)

/** "“Aster 2026” has ended": why no more clips can be licensed under it; null while they can. */
export const rateRefusal = (name: string, state: RateState): string | null =>
  state === 'active'
    ? null
    : `The preferred rate “${name}” ${{ upcoming: 'does not hold yet', ended: 'has ended', used_up: 'has been used up' }[state]}`

/** What a clip under the rate is licensed for, as any license: everything that its groups allow together. */
export const rateChoice = ({ end_client_type, end_client_size, distribution_groups }: RateTerms): LicenseChoice =>
  tidyChoice({
    org_type: end_client_type,
    end_client_size,
    distribution_ids: distribution_groups.flatMap(group => group.distribution_ids),
  })

const raw = 1

/** The rate's flat price, whatever the clip's tier; of the formats only RAW costs more. */
export const ratePrice = (
  { name, price_cents }: Pick<RateTerms, 'name' | 'price_cents'>,
  format_id: number,
  prices: Prices,
): Price => {
  const surcharge_cents = format_id === raw ? (prices.format_cents[raw] ?? 0) : 0
  const cents = price_cents + surcharge_cents
  const lines = [
    { label: `Preferred rate “${name}”`, cents: price_cents },
    { label: `${formatOf(raw).name} file`, cents: surcharge_cents },
  ]
  return { cents, list_cents: cents, nonprofit_discount_cents: 0, lines: lines.filter(line => line.cents !== 0) }
}

/** Whether some of what it allows ends, or does not hold everywhere. */
export const isLimited = ({ distribution_groups }: Pick<RateTerms, 'distribution_groups'>): boolean =>
  distribution_groups.some(({ term, territory }) => term !== 'perpetual' || territory !== 'worldwide')

type Term = Pick<DistributionGroup, 'term' | 'custom_term_value' | 'custom_term_unit'>

const plain_terms = { 'three-months': '3 months', 'six-months': '6 months', 'one-year': '1 year' }

/** "3 months", "18 months", "Perpetual" */
export const termLabel = ({ term, custom_term_value, custom_term_unit }: Term): string => {
  if (term === 'perpetual') return 'Perpetual'
  if (term !== 'custom') return plain_terms[term]
  const unit = custom_term_unit ?? 'days'
  return `${custom_term_value ?? 0} ${custom_term_value === 1 ? unit.slice(0, -1) : unit}`
}

export const territoryLabels = { worldwide: 'Worldwide', national: 'National', regional: 'Regional', custom: 'Custom' }

type Territory = Pick<DistributionGroup, 'territory' | 'territory_name'>

/** "Worldwide", "National: Germany", "Germany, Austria and Switzerland" */
export const territoryLabel = ({ territory, territory_name }: Territory): string =>
  territory === 'worldwide'
    ? territoryLabels.worldwide
    : territory === 'custom'
      ? territory_name
      : `${territoryLabels[territory]}: ${territory_name}`

export const advertisingLabels = { not_applicable: 'N/A', paid: 'Paid', organic: 'Organic' }

const inWords = new Intl.ListFormat('en', { type: 'conjunction' })

export const distributionNames = (ids: readonly number[]): string => inWords.format(ids.map(distributionName))

const mediaWords = { not_applicable: '', paid: ' with paid media', organic: ' without paid media' }

const groupWords = (group: DistributionGroup): string => {
  const place = group.territory === 'worldwide' ? 'worldwide' : `in ${group.territory_name}`
  const term = group.term === 'perpetual' ? 'forever' : `for ${termLabel(group)}`
  return `${distributionNames(group.distribution_ids)}${mediaWords[group.advertising]}, ${place}, ${term}`
}

/** "Aster Foods, non-profit, 2–50 people"; "a client with 2–50 people" where no name is given. */
const whom = ({ end_client_name, end_client_size, end_client_type }: RateTerms): string => {
  const people = peopleOf(end_client_size)
  if (end_client_name !== '') return `${end_client_name} (${orgTypes[end_client_type].name.toLowerCase()}, ${people})`
  return end_client_type === 'personal'
    ? `a personal project of ${people}`
    : `a ${end_client_type === 'nonprofit' ? 'non-profit' : 'client'} with ${people}`
}

/** "Web & Social, in Germany, for 1 year; Internal & Pitch, worldwide, forever; for Aster Foods (commercial, 51–250 people)" */
export const rateSentence = (rate: RateTerms): string =>
  `${rate.distribution_groups.map(groupWords).join('; ')}; for ${whom(rate)}`

const added: Record<
  (typeof DistributionGroup)['_zod']['output']['term'],
  [number, 'days' | 'weeks' | 'months' | 'years']
> = {
  'three-months': [3, 'months'],
  'six-months': [6, 'months'],
  'one-year': [1, 'years'],
  perpetual: [0, 'days'],
  custom: [0, 'days'],
}

/** The same day of a later month; its last where that one is shorter. */
const monthsLater = (from: Date, months: number): Date => {
  const later = new Date(from)
  later.setUTCDate(1)
  later.setUTCMonth(later.getUTCMonth() + months)
  const last = new Date(Date.UTC(later.getUTCFullYear(), later.getUTCMonth() + 1, 0)).getUTCDate()
  later.setUTCDate(Math.min(from.getUTCDate(), last))
  return later
}

/** When what a group allows ends; null: never. */
export const groupEnds = (group: Term, granted_at: Date): Date | null => {
  if (group.term === 'perpetual') return null
  const [value, unit] =
    group.term === 'custom'
      ? [group.custom_term_value ?? 0, group.custom_term_unit ?? ('days' as const)]
      : added[group.term]
  if (unit === 'days' || unit === 'weeks')
    return new Date(granted_at.getTime() + value * (unit === 'weeks' ? 7 : 1) * 86_400_000)
  return monthsLater(granted_at, unit === 'years' ? value * 12 : value)
}

/** What each group allows, as an agreement names it: "Web & Social with paid media", "National: Germany", "1 year". */
export const rateGrants = ({ distribution_groups }: Pick<RateTerms, 'distribution_groups'>, granted_at: Date) =>
  distribution_groups.map(group => ({
    distributions: `${distributionNames(group.distribution_ids)}${mediaWords[group.advertising]}`,
    territory: territoryLabel(group),
    term: termLabel(group),
    ends_at: groupEnds(group, granted_at),
  }))

/** When the last of its groups ends: until then the clip is licensed for something; null: for good. */
export const licenseEnds = (
  { distribution_groups }: Pick<RateTerms, 'distribution_groups'>,
  granted_at: Date,
): Date | null => {
  const ends = distribution_groups.map(group => groupEnds(group, granted_at))
  return ends.reduce((last, end) => (last === null || end === null ? null : end > last ? end : last), ends[0] ?? null)
}

/** What is held under a rate from `granted_at` on, to be compared with what somebody wants. */
export const useUnder = (
  { end_client_type, end_client_size, end_client_name, usage_details, distribution_groups }: RateTerms,
  format_id: number,
  granted_at: Date,
): Use => ({
  org_type: end_client_type,
  end_client_size,
  end_client: end_client_name,
  details: usage_details,
  format_id,
  grants: distribution_groups.map(group => ({
    distribution_ids: group.distribution_ids,
    territory: group.territory === 'worldwide' ? null : territoryLabel(group),
    ends_at: groupEnds(group, granted_at)?.toISOString() ?? null,
    media: group.advertising,
  })),
})
