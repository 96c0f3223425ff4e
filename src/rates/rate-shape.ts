/** What a preferred rate is on the wire, in the database and in an order. */
import * as z from 'zod/mini'

import { distributions, endClientSizes, org_types, quoted_distribution } from '#licensing/terms.ts'
import { optionalText, requiredText } from '#platform/text.ts'

export const terms = ['three-months', 'six-months', 'one-year', 'perpetual', 'custom'] as const
export const term_units = ['days', 'weeks', 'months', 'years'] as const
export const territories = ['worldwide', 'national', 'regional', 'custom'] as const
export const advertisings = ['not_applicable', 'paid', 'organic'] as const

/** What may be granted: everything that is sold, and the buyout that is sold by quote alone. */
const isGranted = (id: number) => id === quoted_distribution || distributions.some(one => one.id === id)

const custom_term_text = 'Say how long the custom term is'
const territory_text = 'Name the territory'

/** Where clips may be shown, for how long, and whether media is paid for. */
export const DistributionGroup = z
  .object({
    distribution_ids: z
      .array(z.int().check(z.refine(isGranted, 'Choose a distribution from the list')))
      .check(z.minLength(1, 'Choose at least one distribution'), z.maxLength(9)),
    term: z.enum(terms, 'Choose a term'),
    /** Of a custom term; null for the others. */
    custom_term_value: z._default(
      z.nullable(z.int().check(z.positive(custom_term_text), z.maximum(1_000, custom_term_text))),
      null,
    ),
    custom_term_unit: z._default(z.nullable(z.enum(term_units, custom_term_text)), null),
    territory: z.enum(territories, 'Choose a territory'),
    /** "Germany": what a territory other than the world is. */
    territory_name: optionalText('Territory', 200),
    advertising: z.enum(advertisings, 'Choose what media is paid for'),
  })
  .check(
    z.refine(
      ({ term, custom_term_value, custom_term_unit }) =>
        term === 'custom'
          ? custom_term_value !== null && custom_term_unit !== null
          : custom_term_value === null && custom_term_unit === null,
      { path: ['custom_term_value'], error: custom_term_text },
    ),
    z.refine(({ territory, territory_name }) => (territory === 'worldwide') === (territory_name === ''), {
      path: ['territory_name'],
      error: territory_text,
    }),
  )
export type DistributionGroup = z.output<typeof DistributionGroup>

export const DistributionGroups = z
  .array(DistributionGroup)
  .check(z.minLength(1, 'A rate grants at least one group of distributions'), z.maxLength(9))

/** What a rate costs and allows: what an order keeps of it. */
const terms_of_rate = {
  name: requiredText('Name', 120),
  /** For each clip, in cents; RAW costs its surcharge more. */
  price_cents: z
    .int('Say what a clip costs')
    .check(z.nonnegative('Say what a clip costs'), z.maximum(100_000_000, 'This is too much')),
  /** Empty: any client of that size and type. */
  end_client_name: optionalText('End client', 200),
  end_client_size: z
    .int('Choose the size of the end client')
    .check(z.refine(size => endClientSizes.some(one => one.id === size), 'Choose the size of the end client')),
  end_client_type: z.enum(org_types, 'Choose personal, commercial or non-profit'),
  usage_details: optionalText('Usage details', 2_000),
  distribution_groups: DistributionGroups,
}

export const RateTerms = z.object(terms_of_rate)
export type RateTerms = z.output<typeof RateTerms>

const Moment = z.iso.datetime('Give a moment as 2026-03-31T00:00:00Z')

/** What our people write. */
export const RateBody = z
  .object({
    ...terms_of_rate,
    starts_at: Moment,
    /** The first moment at which it no longer holds; null: until somebody ends it. */
    ends_at: z.nullable(Moment),
    /** How many clips may be licensed under it; null: any number. */
    clip_limit: z.nullable(z.int32('How many clips?').check(z.positive('How many clips?'))),
  })
  .check(
    z.refine(({ starts_at, ends_at }) => ends_at === null || ends_at > starts_at, {
      path: ['ends_at'],
      error: 'A rate ends after it starts',
    }),
  )
export type RateBody = z.output<typeof RateBody>
