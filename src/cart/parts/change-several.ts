import { fitting, groupId, type ChoiceWithFormat } from '#licensing/choice.ts'

import type { Cart, CartItem } from '../contract.ts'

/** Items whose license is chosen freely: none under a preferred rate, none that upgrades another license. */
export const freeItems = ({ licenses }: Pick<Cart, 'licenses'>): CartItem[] =>
  licenses.flatMap(({ preferred_rate, items }) => (preferred_rate ? [] : items.filter(({ upgrade }) => !upgrade)))

/**
 * The changes that put items under one license, each in the chosen format or in one that its clip has. Items that are under it
 * already come first: another of the same clip is then merged into them, and not the other way round.
 */
export const changesTo = (cart: Pick<Cart, 'licenses'>, items: readonly CartItem[], choice: ChoiceWithFormat) => {
  const there = new Set(
    cart.licenses.filter(({ id }) => id === groupId(choice)).flatMap(group => group.items.map(({ id }) => id)),
  )
  return items
    .toSorted((a, b) => Number(there.has(b.id)) - Number(there.has(a.id)))
    .map(({ id, clip }) => ({ cart_item_id: id, ...fitting(choice, clip.format_ids) }))
}
