/** Derives price, sentences and end dates from a preferred rate's terms. */
import { DAY_MS } from '#platform/clock.ts'

import { normalizeChoice, type LicenseChoice } from './choice.ts'
import type { UseGrant } from './closed-uses.ts'
import type { LicenseUse } from './license-use.ts'
import type { Price } from './price.ts'
import type { Prices } from './prices.ts'
import type { DistributionGroup, RateTerms } from './rate-schema.ts'
import { distributionName, formatOf, orgTypes, peopleOf } from './terms.ts'

/** A rate as an order stores it, unaffected by later changes. */
export type SoldRate = RateTerms & { id: number }

export const toSoldRate = ({
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

/** The validity of a rate, and how many clips have been licensed under it. */
export type RateStatus = {
  starts_at: Date
  ends_at: Date | null
  ended_at: Date | null
  clip_limit: number | null
  clips_used: number
}

export const rateStates = ['active', 'upcoming', 'ended', 'used_up'] as const
export type RateState = (typeof rateStates)[number]

export const getRateState = (
  { starts_at, ends_at, ended_at, clip_limit, clips_used }: RateStatus,
  now: Date,
): RateState => {
  if (ended_at !== null || (ends_at !== null && now >= ends_at)) return 'ended'
  if (now < starts_at) return 'upcoming'
  return clip_limit !== null && clips_used >= clip_limit ? 'used_up' : 'active'
}

/** Returns null for an unlimited rate. */
export const countClipsLeft = ({ clip_limit, clips_used }: Pick<RateStatus, 'clip_limit' | 'clips_used'>) =>
  clip_limit === null ? null : Math.max(0, clip_limit - clips_used)

/** Returns why no more clips can be licensed under a rate, such as "The preferred rate “Aster 2026” has ended"; null while they can. */
export const getRateRefusal = (name: string, state: RateState): string | null =>
  state === 'active'
    ? null
    : `The preferred rate “${name}” ${{ upcoming: 'is not active yet', ended: 'has ended', used_up: 'has been used up' }[state]}`

/** Returns the license of a clip under the rate: the distributions of all groups together. */
export const toRateChoice = ({ end_client_type, end_client_size, distribution_groups }: RateTerms): LicenseChoice =>
  normalizeChoice({
    org_type: end_client_type,
    end_client_size,
    distribution_ids: distribution_groups.flatMap(group => group.distribution_ids),
  })

/** Returns the distributions of a license, with the media of its rate where it has one, to compare with the clip's releases. */
export const toUseGrants = (
  { distribution_ids }: Pick<LicenseChoice, 'distribution_ids'>,
  rate: Pick<RateTerms, 'distribution_groups'> | null = null,
): UseGrant[] =>
  rate
    ? rate.distribution_groups.map(group => ({ distribution_ids: group.distribution_ids, media: group.advertising }))
    : [{ distribution_ids }]

const RAW_FORMAT_ID = 1

/** Returns the rate's flat price, whatever the clip's tier; only RAW costs extra. */
export const calculateRatePrice = (
  { name, price_cents }: Pick<RateTerms, 'name' | 'price_cents'>,
  format_id: number,
  prices: Prices,
): Price => {
  const surcharge_cents = format_id === RAW_FORMAT_ID ? (prices.format_cents[RAW_FORMAT_ID] ?? 0) : 0
  const cents = price_cents + surcharge_cents
  const lines = [
    { label: `Preferred rate “${name}”`, cents: price_cents },
    { label: `${formatOf(RAW_FORMAT_ID).name} file`, cents: surcharge_cents },
  ]
  return { cents, list_cents: cents, nonprofit_discount_cents: 0, lines: lines.filter(line => line.cents !== 0) }
}

/** True if a group has an end or a territory. */
export const isLimited = ({ distribution_groups }: Pick<RateTerms, 'distribution_groups'>): boolean =>
  distribution_groups.some(({ term, territory }) => term !== 'perpetual' || territory !== 'worldwide')

type RateTermLength = Pick<DistributionGroup, 'term' | 'custom_term_value' | 'custom_term_unit'>

const fixedTermLabels = { 'three-months': '3 months', 'six-months': '6 months', 'one-year': '1 year' }

/** Returns "3 months", "18 months" or "Perpetual". */
export const formatTerm = ({ term, custom_term_value, custom_term_unit }: RateTermLength): string => {
  if (term === 'perpetual') return 'Perpetual'
  if (term !== 'custom') return fixedTermLabels[term]
  const unit = custom_term_unit ?? 'days'
  return `${custom_term_value ?? 0} ${custom_term_value === 1 ? unit.slice(0, -1) : unit}`
}

export const territoryLabels = { worldwide: 'Worldwide', national: 'National', regional: 'Regional', custom: 'Custom' }

type RateTerritory = Pick<DistributionGroup, 'territory' | 'territory_name'>

/** Returns "Worldwide", "National: Germany" or a custom name such as "Germany, Austria and Switzerland". */
export const formatTerritory = ({ territory, territory_name }: RateTerritory): string =>
  territory === 'worldwide'
    ? territoryLabels.worldwide
    : territory === 'custom'
      ? territory_name
      : `${territoryLabels[territory]}: ${territory_name}`

export const advertisingLabels = { not_applicable: 'N/A', paid: 'Paid', organic: 'Organic' }

const listFormat = new Intl.ListFormat('en', { type: 'conjunction' })

export const formatDistributions = (ids: readonly number[]): string => listFormat.format(ids.map(distributionName))

const mediaTexts = { not_applicable: '', paid: ' with paid media', organic: ' without paid media' }

const formatGroup = (group: DistributionGroup): string => {
  const territoryText = group.territory === 'worldwide' ? 'worldwide' : `in ${group.territory_name}`
  const termText = group.term === 'perpetual' ? 'forever' : `for ${formatTerm(group)}`
  return `${formatDistributions(group.distribution_ids)}${mediaTexts[group.advertising]}, ${territoryText}, ${termText}`
}

/** Returns "Aster Foods (non-profit, 2–50 people)", or "a client with 2–50 people" without a name. */
const formatClient = ({ end_client_name, end_client_size, end_client_type }: RateTerms): string => {
  const people = peopleOf(end_client_size)
  if (end_client_name !== '') return `${end_client_name} (${orgTypes[end_client_type].name.toLowerCase()}, ${people})`
  return end_client_type === 'personal'
    ? `a personal project of ${people}`
    : `a ${end_client_type === 'nonprofit' ? 'non-profit' : 'client'} with ${people}`
}

/** Returns "Web & Social, in Germany, for 1 year; Internal & Pitch, worldwide, forever; for Aster Foods (commercial, 51–250 people)". */
export const formatRate = (rate: RateTerms): string =>
  `${rate.distribution_groups.map(formatGroup).join('; ')}; for ${formatClient(rate)}`

const termLengths: Record<
  (typeof DistributionGroup)['_zod']['output']['term'],
  [number, 'days' | 'weeks' | 'months' | 'years']
> = {
  'three-months': [3, 'months'],
  'six-months': [6, 'months'],
  'one-year': [1, 'years'],
  perpetual: [0, 'days'],
  custom: [0, 'days'],
}

/** Returns the same day of a later month, or its last day if that month is shorter. */
const addMonths = (from: Date, months: number): Date => {
  const later = new Date(from)
  later.setUTCDate(1)
  later.setUTCMonth(later.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(later.getUTCFullYear(), later.getUTCMonth() + 1, 0)).getUTCDate()
  later.setUTCDate(Math.min(from.getUTCDate(), lastDay))
  return later
}

/** Returns when a group's grant ends; null: never. */
export const getGroupEnd = (group: RateTermLength, granted_at: Date): Date | null => {
  if (group.term === 'perpetual') return null
  const [value, unit] =
    group.term === 'custom'
      ? [group.custom_term_value ?? 0, group.custom_term_unit ?? ('days' as const)]
      : termLengths[group.term]
  if (unit === 'days' || unit === 'weeks')
    return new Date(granted_at.getTime() + value * (unit === 'weeks' ? 7 : 1) * DAY_MS)
  return addMonths(granted_at, unit === 'years' ? value * 12 : value)
}

/** Returns each group's grant as text for agreements: "Web & Social with paid media", "National: Germany", "1 year". */
export const toRateGrants = ({ distribution_groups }: Pick<RateTerms, 'distribution_groups'>, granted_at: Date) =>
  distribution_groups.map(group => ({
    distributions: `${formatDistributions(group.distribution_ids)}${mediaTexts[group.advertising]}`,
    territory: formatTerritory(group),
    term: formatTerm(group),
    ends_at: getGroupEnd(group, granted_at),
  }))

/** Returns when the last group ends, which ends the license; null: never. */
export const getLicenseEnd = (
  { distribution_groups }: Pick<RateTerms, 'distribution_groups'>,
  granted_at: Date,
): Date | null => {
  const ends = distribution_groups.map(group => getGroupEnd(group, granted_at))
  return ends.reduce(
    (latest, end) => (latest === null || end === null ? null : end > latest ? end : latest),
    ends[0] ?? null,
  )
}

/** Returns the use of a license under the rate that starts at `granted_at`, to compare with a requested use. */
export const toRateUse = (
  { end_client_type, end_client_size, end_client_name, usage_details, distribution_groups }: RateTerms,
  format_id: number,
  granted_at: Date,
): LicenseUse => ({
  org_type: end_client_type,
  end_client_size,
  end_client: end_client_name,
  details: usage_details,
  format_id,
  grants: distribution_groups.map(group => ({
    distribution_ids: group.distribution_ids,
    territory: group.territory === 'worldwide' ? null : formatTerritory(group),
    ends_at: getGroupEnd(group, granted_at)?.toISOString() ?? null,
    media: group.advertising,
  })),
})
