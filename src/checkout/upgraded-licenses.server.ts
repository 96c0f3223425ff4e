/** Locks licenses that are being upgraded while the upgrading order is drafted. */
import { sql } from 'kysely'

import type { PricedCart } from '#cart/pricing.server.ts'
import { nothingChargedText } from '#coupons/coupons.server.ts'
import { listUpgradableLicenses } from '#licenses/upgradable-licenses.server.ts'
import type { Trx } from '#platform/db/database.server.ts'
import { refuse } from '#platform/http/refusal.ts'

/**
 * Locks the orders of the licenses that a cart upgrades until the transaction ends, and checks them again. Throws 409
 * for the second of two concurrent upgrades of a license.
 */
export const lockUpgradedLicenses = async (
  trx: Trx,
  { cart, lines }: Pick<PricedCart, 'cart' | 'lines'>,
  now: Date,
): Promise<void> => {
  const upgrades = lines.flatMap(({ upgrade }) => upgrade ?? [])
  if (upgrades.length === 0) return
  const order_ids = [...new Set(upgrades.map(({ order_id }) => order_id))]
  // Newest first, the lock order of all transitions that lock several orders.
  await sql`select id from orders where id = any(${order_ids}) order by id desc for update`.execute(trx)
  const item_ids = upgrades.map(({ item_id }) => item_id)
  const licenses = await listUpgradableLicenses(
    trx,
    { item_ids },
    { workspace_id: cart.workspace_id, cart_id: cart.id, now },
  )
  for (const { item_id, credit_cents, order } of upgrades) {
    const license = licenses.find(candidate => candidate.item_id === item_id)
    if (license?.refusal) throw refuse(409, nothingChargedText(license.refusal))
    if (license?.credit_cents !== credit_cents)
      throw refuse(409, nothingChargedText(`The license of order ${order} changed.`))
  }
  const openRefund = await trx
    .selectFrom('refunds')
    .where('order_id', 'in', order_ids)
    .where('ended_at', 'is', null)
    .where(sql<boolean>`order_item_ids && ${item_ids}::int[]`)
    .select('id')
    .executeTakeFirst()
  if (openRefund) throw refuse(409, nothingChargedText('A license that you upgrade is being refunded.'))
}
