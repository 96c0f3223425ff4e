/** The clips of an order whose payment came to nothing, once more into the cart of whoever asks, at today's prices. */
import { openCart } from '#cart/carts.server.ts'
import { addItems } from '#cart/items.server.ts'
import { tryUpgrade } from '#cart/upgrade-items.server.ts'
import { upgradable } from '#cart/upgrades.server.ts'
import { clipsForSale } from '#catalog/clips.server.ts'
import { groupId } from '#licensing/choice.ts'
import { currentPrices } from '#licensing/prices.server.ts'
import { quoted_distribution, type OrgType } from '#licensing/terms.ts'
import type { Member } from '#platform/actor.ts'
import type { Trx } from '#platform/database.server.ts'
import { refuse } from '#platform/refusal.ts'

import { orderRow } from './order-detail.server.ts'

/**
 * Each under the license and in the format that it was ordered in; asked again it changes nothing. What no cart can hold
 * is left out: clips that are not sold any more, preferred rates, buyouts, upgrades that are none any more. Throws 404 for what is not the workspace's, 409
 * for an order that stands or was ended on purpose.
 */
export const orderAgain = async (trx: Trx, actor: Member, number: string, now: Date) => {
  const order = await orderRow(trx, actor.workspace_id, number)
  if (order.state !== 'failed')
    throw refuse(409, 'The payment of this order did not fail, so nothing is to be repeated.')
  const items = await trx
    .selectFrom('order_items')
    .where('order_id', '=', order.id)
    .orderBy('id')
    .select(['clip_id', 'format_id', 'org_type', 'end_client_size', 'distribution_ids', 'rate', 'upgrades_item_id'])
    .$narrowType<{ org_type: OrgType }>()
    .execute()
  const clips = await clipsForSale(
    trx,
    items.map(({ clip_id }) => clip_id),
  )
  const sold = items.filter(({ clip_id, format_id, rate, distribution_ids }) => {
    const clip = clips.get(clip_id)
    const isSold = clip?.status === 'published' && clip.formats.some(({ id }) => id === format_id)
    return isSold && rate === null && !distribution_ids.includes(quoted_distribution)
  })
  const { prices } = await currentPrices(trx, now)
  const cart = await openCart(trx, actor, now)
  const item_ids = sold.flatMap(({ upgrades_item_id }) => upgrades_item_id ?? [])
  const asking = { workspace_id: actor.workspace_id, cart_id: cart.id, now }
  const held = (await upgradable(trx, { item_ids }, asking)).filter(({ refusal }) => refusal === null)
  const plain = []
  let upgrades = 0
  for (const line of sold) {
    const from = held.find(({ item_id }) => item_id === line.upgrades_item_id)
    if (!from) plain.push(line)
    else if (!(await tryUpgrade(trx, actor, from.license_id, line, now)).refusal) upgrades += 1
  }
  for (const group of Map.groupBy(plain, line => `${groupId(line)} ${line.format_id}`).values()) {
    const [first] = group
    if (!first) continue
    const ids = group.map(({ clip_id }) => clip_id)
    await addItems(trx, actor, ids, first, prices, now)
  }
  const added = plain.length + upgrades
  return { added, left_out: items.length - added }
}
