/** A preferred rate while it is being written: as fields hold it, and as the endpoint takes it. */
import { RateBody, type DistributionGroup } from '#rates/rate-shape.ts'
import type { StaffRate } from '#rates/staff-contract.ts'

import { amountError, centsOf, dollarsIn } from '../parts/amount.ts'

export type GroupDraft = Omit<DistributionGroup, 'custom_term_value'> & { key: number; custom_term_value: string }

export type RateDraft = {
  name: string
  price: string
  end_client_name: string
  end_client_size: number
  end_client_type: RateBody['end_client_type']
  usage_details: string
  groups: GroupDraft[]
  /** yyyy-MM-dd, in UTC; both days are part of it. */
  first_day: string
  last_day: string
  clip_limit: string
}

export const newGroup = (key: number): GroupDraft => ({
  key,
  distribution_ids: [],
  term: 'one-year',
  custom_term_value: '',
  custom_term_unit: null,
  territory: 'worldwide',
  territory_name: '',
  advertising: 'not_applicable',
})

export const newRate = (today: string, end_client_name = ''): RateDraft => ({
  name: '',
  price: '',
  end_client_name,
  end_client_size: 3,
  end_client_type: 'commercial',
  usage_details: '',
  groups: [newGroup(0)],
  first_day: today,
  last_day: '',
  clip_limit: '',
})

const day_ms = 86_400_000
const dayOf = (moment: number) => new Date(moment).toISOString().slice(0, 10)

export const draftOfRate = (rate: StaffRate): RateDraft => ({
  name: rate.name,
  price: dollarsIn(rate.price.unformatted),
  end_client_name: rate.end_client_name ?? '',
  end_client_size: rate.end_client_size,
  end_client_type: rate.end_client_type,
  usage_details: rate.usage_details ?? '',
  groups: rate.distribution_groups.map(({ id, distributions, territory_name, custom_term_value, ...group }) => ({
    ...group,
    key: id,
    distribution_ids: distributions.map(one => one.id),
    territory_name: territory_name ?? '',
    custom_term_value: custom_term_value === null ? '' : String(custom_term_value),
  })),
  first_day: dayOf(Date.parse(rate.starts_at)),
  last_day: rate.ends_at === null ? '' : dayOf(Date.parse(rate.ends_at) - 1),
  clip_limit: rate.clip_limit === null ? '' : String(rate.clip_limit),
})

const dayText = (day: string) => (/^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN)

/** The rate, or a text for each field that is wrong: "groups.0" for what is wrong in a group. */
export const rateOfDraft = (draft: RateDraft): { rate: RateBody } | { errors: Record<string, string> } => {
  const { price, groups, first_day, last_day, clip_limit, ...rest } = draft
  const [starts, ends] = [dayText(first_day), dayText(last_day)]
  const errors: Record<string, string> = {
    ...(centsOf(price) === null && { price: amountError(price) }),
    ...(Number.isNaN(starts) && { first_day: 'Choose the first day.' }),
    ...(last_day !== '' && Number.isNaN(ends) && { last_day: 'Choose the last day, or leave it open.' }),
    ...(last_day !== '' && ends < starts && { last_day: 'The last day comes before the first.' }),
    ...(!/^([1-9]\d{0,5})?$/.test(clip_limit.trim()) && { clip_limit: 'A whole number of clips, or nothing.' }),
  }
  if (Object.keys(errors).length > 0) return { errors }
  const parsed = RateBody.safeParse({
    ...rest,
    price_cents: centsOf(price),
    distribution_groups: groups.map(({ key: _, custom_term_value, custom_term_unit, ...group }) => ({
      ...group,
      territory_name: group.territory === 'worldwide' ? '' : group.territory_name,
      custom_term_value: group.term === 'custom' && custom_term_value.trim() !== '' ? Number(custom_term_value) : null,
      custom_term_unit: group.term === 'custom' ? (custom_term_unit ?? 'months') : null,
    })),
    starts_at: new Date(starts).toISOString(),
    ends_at: last_day === '' ? null : new Date(ends + day_ms).toISOString(),
    clip_limit: clip_limit.trim() === '' ? null : Number(clip_limit),
  })
  if (parsed.success) return { rate: parsed.data }
  return {
    errors: Object.fromEntries(
      parsed.error.issues
        .toReversed()
        .map(({ path: [field, place], message }) => [
          field === 'distribution_groups' ? `groups.${String(place ?? 0)}` : String(field),
          message,
        ]),
    ),
  }
}
