/** Price versions: what is in effect, what comes, and a new one with what it changes. */
import * as z from 'zod/mini'

import { NewPrices } from '#licensing/new-prices.ts'
import { Prices } from '#licensing/prices.ts'
import { endpoint } from '#platform/endpoint.ts'
import { Money } from '#platform/money-shape.ts'
import { requiredText } from '#platform/text.ts'

const Version = z.object({
  id: z.int(),
  state: z.enum(['coming', 'current', 'past']),
  effective_from: z.string(),
  note: z.string(),
  made_at: z.string(),
  /** Who of us; null for the first, and when the account is gone. */
  made_by: z.nullable(z.string()),
  prices: Prices,
})
export type PriceVersionRow = z.infer<typeof Version>

export const listPriceVersions = endpoint('GET', '/admin/prices', {
  summary: 'Every price version, the latest to take effect first',
  who: 'platform_admins',
  reply: z.array(Version),
})

const effective_from = z.iso.datetime('Choose when it takes effect.')

export const CartChange = z.object({
  /** null: a guest’s. */
  workspace: z.nullable(z.string()),
  clips: z.array(z.string()),
  was: Money,
  is: Money,
})
export type CartChange = z.infer<typeof CartChange>

export const PricesPreview = z.object({
  /** Open carts that were looked at: the 500 touched last. */
  carts: z.int(),
  changed: z.int(),
  /** All of these together. */
  was: Money,
  is: Money,
  /** Where most changes, at most ten. */
  examples: z.array(CartChange),
})
export type PricesPreview = z.infer<typeof PricesPreview>

export const previewPrices = endpoint('POST', '/admin/prices/preview', {
  summary: 'What a price table would change of the carts that are open now',
  who: 'platform_admins',
  body: z.object({ prices: NewPrices, effective_from }),
  reply: PricesPreview,
})

export const makePrices = endpoint('POST', '/admin/prices', {
  summary: 'Add a price version that takes effect in the future; none is ever edited',
  who: 'platform_admins',
  body: z.object({
    prices: NewPrices,
    effective_from,
    note: requiredText('Reason', 500, 'The reason is too long.'),
  }),
  reply: z.array(Version),
})
