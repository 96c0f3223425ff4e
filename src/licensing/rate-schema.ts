/** The schema of a preferred rate in requests, in the database and in orders. */
import * as z from 'zod/mini'

import { optionalText, requiredText } from '#platform/text.ts'

import { distributions, endClientSizes, orgTypeIds, BUYOUT_DISTRIBUTION_ID } from './terms.ts'

export const termOptions = ['three-months', 'six-months', 'one-year', 'perpetual', 'custom'] as const
export const termUnits = ['days', 'weeks', 'months', 'years'] as const
export const territories = ['worldwide', 'national', 'regional', 'custom'] as const
export const advertisingTypes = ['not_applicable', 'paid', 'organic'] as const

/** True for distributions that a rate may grant, including the buyout. */
const isGrantable = (id: number) =>
  id === BUYOUT_DISTRIBUTION_ID || distributions.some(distribution => distribution.id === id)

const CUSTOM_TERM_TEXT = 'Say how long the custom term is'
const TERRITORY_TEXT = 'Name the territory'

/** A set of distributions with territory, term and media. */
export const DistributionGroup = z
  .object({
    distribution_ids: z
      .array(z.int().check(z.refine(isGrantable, 'Choose a distribution from the list')))
      .check(z.minLength(1, 'Choose at least one distribution'), z.maxLength(9)),
    term: z.enum(termOptions, 'Choose a term'),
    /** Only for a custom term; otherwise null. */
    custom_term_value: z._default(
      z.nullable(z.int().check(z.positive(CUSTOM_TERM_TEXT), z.maximum(1_000, CUSTOM_TERM_TEXT))),
      null,
    ),
    custom_term_unit: z._default(z.nullable(z.enum(termUnits, CUSTOM_TERM_TEXT)), null),
    territory: z.enum(territories, 'Choose a territory'),
    /** A name such as "Germany"; empty for worldwide. */
    territory_name: optionalText('Territory', 200),
    advertising: z.enum(advertisingTypes, 'Choose what media is paid for'),
  })
  .check(
    z.refine(
      ({ term, custom_term_value, custom_term_unit }) =>
        term === 'custom'
          ? custom_term_value !== null && custom_term_unit !== null
          : custom_term_value === null && custom_term_unit === null,
      { path: ['custom_term_value'], error: CUSTOM_TERM_TEXT },
    ),
    z.refine(({ territory, territory_name }) => (territory === 'worldwide') === (territory_name === ''), {
      path: ['territory_name'],
      error: TERRITORY_TEXT,
    }),
  )
export type DistributionGroup = z.output<typeof DistributionGroup>

export const DistributionGroups = z
  .array(DistributionGroup)
  .check(z.minLength(1, 'A rate grants at least one group of distributions'), z.maxLength(9))

/** The rate's price and terms, which an order stores. */
const rateTermFields = {
  name: requiredText('Name', 120),
  /** Per clip, in cents; RAW adds its surcharge. */
  price_cents: z
    .int('Say what a clip costs')
    .check(z.nonnegative('Say what a clip costs'), z.maximum(100_000_000, 'This is too much')),
  /** Empty: any client of that size and type. */
  end_client_name: optionalText('End client', 200),
  end_client_size: z
    .int('Choose the size of the end client')
    .check(
      z.refine(size => endClientSizes.some(clientSize => clientSize.id === size), 'Choose the size of the end client'),
    ),
  end_client_type: z.enum(orgTypeIds, 'Choose personal, commercial or non-profit'),
  usage_details: optionalText('Usage details', 2_000),
  distribution_groups: DistributionGroups,
}

export const RateTerms = z.object(rateTermFields)
export type RateTerms = z.output<typeof RateTerms>

const Timestamp = z.iso.datetime('Enter a time such as 2026-03-31T00:00:00Z')

/** The fields of a rate that staff enter. */
export const RateBody = z
  .object({
    ...rateTermFields,
    starts_at: Timestamp,
    /** The exclusive end; null: until staff end it. */
    ends_at: z.nullable(Timestamp),
    /** The maximum number of clips; null: unlimited. */
    clip_limit: z.nullable(z.int32('How many clips?').check(z.positive('How many clips?'))),
  })
  .check(
    z.refine(({ starts_at, ends_at }) => ends_at === null || ends_at > starts_at, {
      path: ['ends_at'],
      error: 'A rate ends after it starts',
    }),
  )
export type RateBody = z.output<typeof RateBody>
