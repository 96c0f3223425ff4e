import * as z from 'zod/mini'

import { endpoint } from '#platform/endpoint.ts'
import { Money } from '#platform/money-shape.ts'

import { LicenseChoice } from './choice-shape.ts'
import { Prices } from './prices.ts'
import { org_types } from './terms.ts'

const named = { id: z.int(), name: z.string() }

export const LicenseSchema = z.object({
  distributions: z.array(z.object({ ...named, examples: z.string() })),
  end_client_sizes: z.array(z.object({ ...named, people: z.string() })),
  org_types: z.array(z.object({ id: z.enum(org_types), name: z.string(), text: z.string() })),
  formats: z.array(z.object({ ...named, code: z.string(), priority: z.int(), text: z.string(), surcharge: Money })),
  /** Enough to price in the browser; the server's price is the one that counts. */
  prices: Prices,
  price_version_id: z.int(),
  default_choice: z.object({ ...LicenseChoice.shape, format_id: z.int() }),
})
export type LicenseSchema = z.infer<typeof LicenseSchema>

export const getLicenseSchema = endpoint('GET', '/cart/licenses/schema', {
  summary: 'Everything a license can be, with the price table',
  who: 'anyone',
  masquerade: 'allowed',
  reply: LicenseSchema,
})
