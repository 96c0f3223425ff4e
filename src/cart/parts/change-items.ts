import { withAvailableFormat, groupId, type ChoiceWithFormat } from '#licensing/choice.ts'

import type { Cart, CartItem } from '../contract.ts'

/** Returns items whose license can be edited: those without a preferred rate that don't upgrade another license. */
export const listEditableItems = ({ licenses }: Pick<Cart, 'licenses'>): CartItem[] =>
  licenses.flatMap(({ preferred_rate, items }) => (preferred_rate ? [] : items.filter(({ upgrade }) => !upgrade)))

/**
 * Returns the changes that put items under one license, each in the chosen format or one that its clip has. Items that
 * already have the license come first, so that duplicates are merged into them.
 */
export const toItemChanges = (cart: Pick<Cart, 'licenses'>, items: readonly CartItem[], choice: ChoiceWithFormat) => {
  const licensedIds = new Set(
    cart.licenses.filter(({ id }) => id === groupId(choice)).flatMap(group => group.items.map(({ id }) => id)),
  )
  return items
    .toSorted((a, b) => Number(licensedIds.has(b.id)) - Number(licensedIds.has(a.id)))
    .map(({ id, clip }) => ({ cart_item_id: id, ...withAvailableFormat(choice, clip.format_ids) }))
}
