/** Putting a whole board in: what can be goes in, and what became of the rest is told. */
import { clipsForSale } from '#catalog/clips.server.ts'
import { fitting, groupId, type ChoiceWithFormat } from '#licensing/choice.ts'
import { betterFormat } from '#licensing/price.ts'
import type { Prices } from '#licensing/prices.ts'
import type { Actor } from '#platform/actor.ts'
import type { Trx } from '#platform/database.server.ts'

import type { AddedAll } from './add-all-contract.ts'
import { openCart, type CartRow } from './carts.server.ts'
import { addItems } from './items.server.ts'
import { itemsOf } from './pricing.server.ts'

/** Each clip under one license, in the wanted format or the nearest that it has. Throws 409 when the cart would hold too many: then nothing went in. */
export const addAll = async (
  trx: Trx,
  actor: Actor,
  clip_ids: readonly number[],
  wanted: ChoiceWithFormat,
  prices: Prices,
  now: Date,
): Promise<{ cart: CartRow; told: AddedAll }> => {
  const cart = await openCart(trx, actor, now)
  // A guest's cart that was just begun is known by its key alone.
  const owner = actor.user_id === null ? { ...actor, cart_hash: cart.hash } : actor
  const ids = [...new Set(clip_ids)]
  const clips = await clipsForSale(trx, ids)
  const sold = ids.flatMap(id => {
    const clip = clips.get(id)
    if (clip?.status !== 'published' || clip.formats.length === 0) return []
    const format_ids = clip.formats.map(format => format.id)
    return [{ id, format_id: fitting(wanted, format_ids).format_id }]
  })
  const items = await itemsOf(trx, cart.id)
  const isThere = ({ id, format_id }: { id: number; format_id: number }) =>
    items.some(
      item =>
        item.clip_id === id &&
        item.rate_id === null &&
        groupId(item) === groupId(wanted) &&
        betterFormat(item.format_id, format_id, prices) === item.format_id,
    )
  const fresh = sold.filter(one => !isThere(one))
  for (const [format_id, some] of Map.groupBy(fresh, one => one.format_id))
    await addItems(
      trx,
      owner,
      some.map(one => one.id),
      { ...wanted, format_id },
      prices,
      now,
    )
  return {
    cart,
    told: {
      added: fresh.length,
      already_there: sold.length - fresh.length,
      gone: ids.length - sold.length,
      in_other_format: fresh.filter(one => one.format_id !== wanted.format_id).length,
    },
  }
}
