/** Previews the effect of a price table on open carts. Agreed prices and preferred rates don't depend on the table. */
import { sql } from 'kysely'

import type { Db } from '#platform/db/database.server.ts'
import { toMoney } from '#platform/money.ts'

import { priceOf } from '../price.ts'
import { getPricesBefore } from '../prices.server.ts'
import type { Prices } from '../prices.ts'
import type { Tier, OrgType } from '../terms.ts'
import type { PricesPreview } from './contract.ts'

const MAX_CARTS = 500
const MAX_EXAMPLES = 10

export const previewPrices = async (db: Db, after: Prices, effective_from: Date): Promise<PricesPreview> => {
  const before = await getPricesBefore(db, effective_from)
  const rows = await db
    .selectFrom('cart_items as i')
    .innerJoin('clips as c', 'c.id', 'i.clip_id')
    .innerJoin('carts as a', 'a.id', 'i.cart_id')
    .leftJoin('workspaces as w', 'w.id', 'a.workspace_id')
    .where('i.cart_id', 'in', selectOpenCarts(db))
    .where('c.status', '=', 'published')
    .where('i.agreed_price_cents', 'is', null)
    .where('i.rate_id', 'is', null)
    .orderBy('i.id')
    .select(['i.cart_id', 'i.format_id', 'i.org_type', 'i.end_client_size', 'i.distribution_ids'])
    .select(['c.name', 'c.tier', 'w.name as workspace'])
    .$narrowType<{ org_type: OrgType; tier: Tier }>()
    .execute()
  const carts = [...Map.groupBy(rows, ({ cart_id }) => cart_id).values()].map(items => {
    const totalAt = (prices: Prices) =>
      items.reduce((sum, { tier, format_id, ...choice }) => sum + priceOf({ choice, tier, format_id }, prices).cents, 0)
    return {
      workspace: items[0]?.workspace ?? null,
      clips: items.map(({ name }) => name),
      was: totalAt(before),
      is: totalAt(after),
    }
  })
  const changedCarts = carts.filter(({ was, is }) => was !== is)
  const sumField = (field: 'was' | 'is') => toMoney(carts.reduce((sum, cart) => sum + cart[field], 0))
  return {
    carts: carts.length,
    changed: changedCarts.length,
    was: sumField('was'),
    is: sumField('is'),
    examples: changedCarts
      .toSorted((a, b) => Math.abs(b.is - b.was) - Math.abs(a.is - a.was))
      .slice(0, MAX_EXAMPLES)
      .map(({ was, is, ...cart }) => ({ ...cart, was: toMoney(was), is: toMoney(is) })),
  }
}

const selectOpenCarts = (db: Db) =>
  db
    .selectFrom('carts')
    .where('state', '=', 'open')
    .where('kind', '=', 'own')
    .where(sql<boolean>`exists (select 1 from cart_items i where i.cart_id = carts.id)`)
    .orderBy('updated_at', 'desc')
    .limit(MAX_CARTS)
    .select('id')
