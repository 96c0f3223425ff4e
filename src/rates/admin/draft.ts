/** A preferred rate in the editor, and its conversion to and from the API. */

import { RateBody, type DistributionGroup } from '#licensing/rate-schema.ts'
import { DAY_MS } from '#platform/clock.ts'
import { toDay } from '#platform/day.ts'
import { amountError, parseCents, toDollarsText } from '#ui/admin/amount.ts'

import type { StaffRate } from '../staff-contract.ts'

export type RateGroupDraft = Omit<DistributionGroup, 'custom_term_value'> & { key: number; custom_term_value: string }

export type RateDraft = {
  name: string
  price: string
  end_client_name: string
  end_client_size: number
  end_client_type: RateBody['end_client_type']
  usage_details: string
  groups: RateGroupDraft[]
  /** The first and the last day, as yyyy-MM-dd in UTC, both included. */
  first_day: string
  last_day: string
  clip_limit: string
}

export const createRateGroup = (key: number): RateGroupDraft => ({
  key,
  distribution_ids: [],
  term: 'one-year',
  custom_term_value: '',
  custom_term_unit: null,
  territory: 'worldwide',
  territory_name: '',
  advertising: 'not_applicable',
})

export const createRateDraft = (today: string, end_client_name = ''): RateDraft => ({
  name: '',
  price: '',
  end_client_name,
  end_client_size: 3,
  end_client_type: 'commercial',
  usage_details: '',
  groups: [createRateGroup(0)],
  first_day: today,
  last_day: '',
  clip_limit: '',
})

export const toRateDraft = (rate: StaffRate): RateDraft => ({
  name: rate.name,
  price: toDollarsText(rate.price.unformatted),
  end_client_name: rate.end_client_name ?? '',
  end_client_size: rate.end_client_size,
  end_client_type: rate.end_client_type,
  usage_details: rate.usage_details ?? '',
  groups: rate.distribution_groups.map(({ id, distributions, territory_name, custom_term_value, ...group }) => ({
    ...group,
    key: id,
    distribution_ids: distributions.map(distribution => distribution.id),
    territory_name: territory_name ?? '',
    custom_term_value: custom_term_value === null ? '' : String(custom_term_value),
  })),
  first_day: toDay(Date.parse(rate.starts_at)),
  last_day: rate.ends_at === null ? '' : toDay(Date.parse(rate.ends_at) - 1),
  clip_limit: rate.clip_limit === null ? '' : String(rate.clip_limit),
})

const parseDay = (day: string) => (/^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN)

/** Returns the rate, or a message for each invalid field. Errors of groups have keys such as "groups.0". */
export const parseRateDraft = (draft: RateDraft): { rate: RateBody } | { errors: Record<string, string> } => {
  const { price, groups, first_day, last_day, clip_limit, ...fields } = draft
  const [startsAt, endsAt] = [parseDay(first_day), parseDay(last_day)]
  const errors: Record<string, string> = {
    ...(parseCents(price) === null && { price: amountError(price) }),
    ...(Number.isNaN(startsAt) && { first_day: 'Choose the first day.' }),
    ...(last_day !== '' && Number.isNaN(endsAt) && { last_day: 'Choose the last day, or leave it open.' }),
    ...(last_day !== '' && endsAt < startsAt && { last_day: 'The last day comes before the first.' }),
    ...(!/^([1-9]\d{0,5})?$/.test(clip_limit.trim()) && {
      clip_limit: 'Enter a whole number of clips, or leave it empty.',
    }),
  }
  if (Object.keys(errors).length > 0) return { errors }
  const parsed = RateBody.safeParse({
    ...fields,
    price_cents: parseCents(price),
    distribution_groups: groups.map(({ key: _, custom_term_value, custom_term_unit, ...group }) => ({
      ...group,
      territory_name: group.territory === 'worldwide' ? '' : group.territory_name,
      custom_term_value: group.term === 'custom' && custom_term_value.trim() !== '' ? Number(custom_term_value) : null,
      custom_term_unit: group.term === 'custom' ? (custom_term_unit ?? 'months') : null,
    })),
    starts_at: new Date(startsAt).toISOString(),
    ends_at: last_day === '' ? null : new Date(endsAt + DAY_MS).toISOString(),
    clip_limit: clip_limit.trim() === '' ? null : Number(clip_limit),
  })
  if (parsed.success) return { rate: parsed.data }
  return {
    errors: Object.fromEntries(
      parsed.error.issues
        .toReversed()
        .map(({ path: [field, index], message }) => [
          field === 'distribution_groups' ? `groups.${String(index ?? 0)}` : String(field),
          message,
        ]),
    ),
  }
}
