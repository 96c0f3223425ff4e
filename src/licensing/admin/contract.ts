/** API of price versions: list, preview and create. */
import * as z from 'zod/mini'

import { endpoint } from '#platform/http/endpoint.ts'
import { Money } from '#platform/money-schema.ts'
import { requiredText } from '#platform/text.ts'

import { NewPrices } from '../new-prices.ts'
import { Prices } from '../prices.ts'

const PriceVersionSchema = z.object({
  id: z.int(),
  state: z.enum(['coming', 'current', 'past']),
  effective_from: z.string(),
  note: z.string(),
  created_at: z.string(),
  /** The staff member's email; null for the first version, and when the account was deleted. */
  created_by: z.nullable(z.string()),
  prices: Prices,
})
export type PriceVersionRow = z.infer<typeof PriceVersionSchema>

export const listPriceVersions = endpoint('GET', '/admin/prices', {
  summary: 'List price versions, the latest to take effect first',
  who: 'platform_admins',
  reply: z.array(PriceVersionSchema),
})

const EffectiveFrom = z.iso.datetime('Choose when it takes effect.')

export const CartChange = z.object({
  /** null for a guest's cart. */
  workspace: z.nullable(z.string()),
  clips: z.array(z.string()),
  was: Money,
  is: Money,
})
export type CartChange = z.infer<typeof CartChange>

export const PricesPreview = z.object({
  /** How many open carts were compared, at most the 500 that changed last. */
  carts: z.int(),
  changed: z.int(),
  /** The sums over all compared carts. */
  was: Money,
  is: Money,
  /** The carts that change most, at most ten. */
  examples: z.array(CartChange),
})
export type PricesPreview = z.infer<typeof PricesPreview>

export const previewPrices = endpoint('POST', '/admin/prices/preview', {
  summary: 'Preview how a price table would change the open carts',
  who: 'platform_admins',
  body: z.object({ prices: NewPrices, effective_from: EffectiveFrom }),
  reply: PricesPreview,
})

export const createPriceVersion = endpoint('POST', '/admin/prices', {
  summary: 'Create a price version that takes effect in the future; versions are never edited',
  who: 'platform_admins',
  body: z.object({
    prices: NewPrices,
    effective_from: EffectiveFrom,
    note: requiredText('Reason', 500, 'The reason is too long.'),
  }),
  reply: z.array(PriceVersionSchema),
})

export const MAX_PRICES_CSV_LENGTH = 100_000

export const readPricesCsv = endpoint('POST', '/admin/prices/csv', {
  summary: 'Read a price table from CSV, and save nothing; a refusal has every mistake with its line',
  who: 'platform_admins',
  idempotency_key: 'ignored',
  body: z.object({
    csv: z
      .string('A table is required.')
      .check(z.maxLength(MAX_PRICES_CSV_LENGTH, 'The file is too large: it isn’t a price table.')),
  }),
  reply: Prices,
})
