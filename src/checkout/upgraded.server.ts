/** Licenses that are upgraded, held while the order that upgrades them is drafted. */
import { sql } from 'kysely'

import type { PricedCart } from '#cart/pricing.server.ts'
import { upgradable } from '#cart/upgrades.server.ts'
import { nothingCharged } from '#coupons/coupons.server.ts'
import type { Trx } from '#platform/database.server.ts'
import { refuse } from '#platform/refusal.ts'

import { open_refund } from './refunds.server.ts'

/**
 * Locks the orders of the licenses that a cart upgrades until the transaction ends, and looks at them once more: of two who
 * upgrade one license at once the second is told. Throws 409.
 */
export const holdUpgraded = async (
  trx: Trx,
  { cart, lines }: Pick<PricedCart, 'cart' | 'lines'>,
  now: Date,
): Promise<void> => {
  const upgrades = lines.flatMap(({ upgrade }) => upgrade ?? [])
  if (upgrades.length === 0) return
  const order_ids = [...new Set(upgrades.map(({ order_id }) => order_id))]
  // The newer first, as moves do that lock several.
  await sql`select id from orders where id = any(${order_ids}) order by id desc for update`.execute(trx)
  const item_ids = upgrades.map(({ item_id }) => item_id)
  const held = await upgradable(trx, { item_ids }, { workspace_id: cart.workspace_id, cart_id: cart.id, now })
  for (const { item_id, credit_cents, order } of upgrades) {
    const from = held.find(one => one.item_id === item_id)
    if (from?.refusal) throw refuse(409, nothingCharged(from.refusal))
    if (from?.credit_cents !== credit_cents) throw refuse(409, nothingCharged(`The license of order ${order} changed.`))
  }
  const going = await trx
    .selectFrom('refunds')
    .where('order_id', 'in', order_ids)
    .where('state', 'in', open_refund)
    .where(sql<boolean>`order_item_ids && ${item_ids}::int[]`)
    .select('id')
    .executeTakeFirst()
  if (going) throw refuse(409, nothingCharged('A license that you upgrade is being refunded.'))
}
