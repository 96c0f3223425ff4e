import * as z from 'zod/mini'

import { endpoint } from '#platform/http/endpoint.ts'
import { Money } from '#platform/money-schema.ts'

import { LicenseChoice } from './choice-schema.ts'
import { Prices } from './prices.ts'
import { orgTypeIds } from './terms.ts'

const namedFields = { id: z.int(), name: z.string() }

export const LicenseSchema = z.object({
  distributions: z.array(z.object({ ...namedFields, examples: z.string() })),
  end_client_sizes: z.array(z.object({ ...namedFields, people: z.string() })),
  org_types: z.array(z.object({ id: z.enum(orgTypeIds), name: z.string(), text: z.string() })),
  formats: z.array(
    z.object({ ...namedFields, code: z.string(), priority: z.int(), text: z.string(), surcharge: Money }),
  ),
  /** Lets the browser calculate prices. The server's price is binding. */
  prices: Prices,
  price_version_id: z.int(),
  default_choice: z.object({ ...LicenseChoice.shape, format_id: z.int() }),
})
export type LicenseSchema = z.infer<typeof LicenseSchema>

/** In cents: a clip starts at the license of its tier plus the cheapest of its formats, by id. */
const StartingPrices = z.object({
  license_cents: z.object({ standard: z.int(), premium: z.int(), signature: z.int() }),
  format_cents: z.record(z.string(), z.int()),
})

export const getStartingPrices = endpoint('GET', '/cart/licenses/starting-prices', {
  summary: 'Get the lowest price of a license by tier, and what each format adds',
  who: 'anyone',
  before_opening: 'allowed',
  masquerade: 'allowed',
  reply: StartingPrices,
})

export const getLicenseSchema = endpoint('GET', '/cart/licenses/schema', {
  summary: 'Get all license options with the price table',
  who: 'anyone',
  masquerade: 'allowed',
  reply: LicenseSchema,
})
