/** Adds the clips of an order whose payment failed to the caller's cart, at today's prices. */

import { loadClipsForSale } from '#catalog/clips.server.ts'
import { listUpgradableLicenses } from '#licenses/upgradable-licenses.server.ts'
import { groupId } from '#licensing/choice.ts'
import { getClosedRefusal } from '#licensing/closed-uses.ts'
import { getCurrentPrices } from '#licensing/prices.server.ts'
import { toUseGrants } from '#licensing/rate.ts'
import { BUYOUT_DISTRIBUTION_ID, type OrgType } from '#licensing/terms.ts'
import { loadOrder } from '#orders/order-detail.server.ts'
import type { Member } from '#platform/actor.ts'
import type { Trx } from '#platform/db/database.server.ts'
import { refuse } from '#platform/http/refusal.ts'

import { openCart } from './carts.server.ts'
import { addItems } from './items.server.ts'
import { tryUpgrade } from './upgrade-items.server.ts'

/**
 * Uses the license and the format of the order. Skips what a cart cannot hold: clips that are no longer sold or not for
 * this use, preferred rates, buyouts and stale upgrades. A repeated call changes nothing. Throws 404 for another workspace's order, 409 for an
 * order whose payment did not fail.
 */
export const repeatOrder = async (trx: Trx, actor: Member, number: string, now: Date) => {
  const order = await loadOrder(trx, actor.workspace_id, number)
  if (order.state !== 'failed')
    throw refuse(409, 'The payment of this order did not fail, so there is nothing to repeat.')
  const items = await trx
    .selectFrom('order_items')
    .where('order_id', '=', order.id)
    .orderBy('id')
    .select(['clip_id', 'format_id', 'org_type', 'end_client_size', 'distribution_ids', 'rate', 'upgrades_item_id'])
    .$narrowType<{ org_type: OrgType }>()
    .execute()
  const clips = await loadClipsForSale(
    trx,
    items.map(({ clip_id }) => clip_id),
  )
  const availableItems = items.filter(({ clip_id, format_id, rate, distribution_ids }) => {
    const clip = clips.get(clip_id)
    const isSold = clip?.status === 'published' && clip.formats.some(({ id }) => id === format_id)
    if (!isSold || rate !== null || distribution_ids.includes(BUYOUT_DISTRIBUTION_ID)) return false
    return getClosedRefusal([clip], toUseGrants({ distribution_ids })) === null
  })
  const { prices } = await getCurrentPrices(trx, now)
  const cart = await openCart(trx, actor, now)
  const item_ids = availableItems.flatMap(({ upgrades_item_id }) => upgrades_item_id ?? [])
  const context = { workspace_id: actor.workspace_id, cart_id: cart.id, now }
  const upgradableLicenses = (await listUpgradableLicenses(trx, { item_ids }, context)).filter(
    ({ refusal }) => refusal === null,
  )
  const regularLines = []
  let upgrades = 0
  for (const line of availableItems) {
    const licenseToUpgrade = upgradableLicenses.find(({ item_id }) => item_id === line.upgrades_item_id)
    if (!licenseToUpgrade) regularLines.push(line)
    else if (!(await tryUpgrade(trx, actor, licenseToUpgrade.license_id, line, now)).refusal) upgrades += 1
  }
  for (const group of Map.groupBy(regularLines, line => `${groupId(line)} ${line.format_id}`).values()) {
    const [first] = group
    if (!first) continue
    const ids = group.map(({ clip_id }) => clip_id)
    await addItems(trx, actor, ids, first, prices, now)
  }
  const added = regularLines.length + upgrades
  return { added, skipped: items.length - added }
}
