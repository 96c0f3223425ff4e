/** Adds all clips of a board to the cart and reports which ones could not be added. */
import { loadClipsForSale } from '#catalog/clips.server.ts'
import { withAvailableFormat, groupId, type ChoiceWithFormat } from '#licensing/choice.ts'
import { betterFormat } from '#licensing/price.ts'
import type { Prices } from '#licensing/prices.ts'
import { toUseGrants } from '#licensing/rate.ts'
import type { Actor } from '#platform/actor.ts'
import type { Trx } from '#platform/db/database.server.ts'

import type { AddAllSummary } from './add-all-contract.ts'
import { openCart, type CartRow } from './carts.server.ts'
import { addItems, assertUsesOpen } from './items.server.ts'
import { listItems } from './pricing.server.ts'

/**
 * Adds each clip under one license, in the requested format or the closest available. Throws and adds nothing: 409 when
 * the cart would exceed its limit, 422 with the clips whose releases close the license.
 */
export const addAll = async (
  trx: Trx,
  actor: Actor,
  clip_ids: readonly number[],
  choice: ChoiceWithFormat,
  prices: Prices,
  now: Date,
): Promise<{ cart: CartRow; summary: AddAllSummary }> => {
  const cart = await openCart(trx, actor, now)
  // A new guest cart is identified by its hash alone.
  const owner = actor.user_id === null ? { ...actor, cart_hash: cart.hash } : actor
  const uniqueIds = [...new Set(clip_ids)]
  const clips = await loadClipsForSale(trx, uniqueIds)
  const available = uniqueIds.flatMap(id => {
    const clip = clips.get(id)
    if (clip?.status !== 'published' || clip.formats.length === 0) return []
    const format_ids = clip.formats.map(format => format.id)
    return [{ id, format_id: withAvailableFormat(choice, format_ids).format_id }]
  })
  const items = await listItems(trx, cart.id)
  const isInCart = ({ id, format_id }: { id: number; format_id: number }) =>
    items.some(
      item =>
        item.clip_id === id &&
        item.rate_id === null &&
        groupId(item) === groupId(choice) &&
        betterFormat(item.format_id, format_id, prices) === item.format_id,
    )
  const newClips = available.filter(clip => !isInCart(clip))
  assertUsesOpen(
    newClips.flatMap(({ id }) => clips.get(id) ?? []),
    toUseGrants(choice),
  )
  for (const [format_id, group] of Map.groupBy(newClips, clip => clip.format_id))
    await addItems(
      trx,
      owner,
      group.map(clip => clip.id),
      { ...choice, format_id },
      prices,
      now,
    )
  return {
    cart,
    summary: {
      added: newClips.length,
      already_in_cart: available.length - newClips.length,
      gone: uniqueIds.length - available.length,
      in_other_format: newClips.filter(clip => clip.format_id !== choice.format_id).length,
    },
  }
}
