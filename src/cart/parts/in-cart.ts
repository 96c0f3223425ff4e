import { groupId, type ChoiceWithFormat } from '#licensing/choice.ts'

import type { Cart } from '../contract.ts'

/** Whether a clip stands in the cart at all, or under just this license and format. */
export const isInCart = (cart: Cart | undefined, clip_id: number, choice?: ChoiceWithFormat): boolean =>
  cart?.licenses.some(
    group =>
      (!choice || group.id === groupId(choice)) &&
      group.items.some(item => item.clip_id === clip_id && (!choice || item.format.id === choice.format_id)),
  ) ?? false

/** The clips that stand in the cart under any license. */
export const clipsIn = (cart: Cart | undefined): ReadonlySet<number> =>
  new Set(cart?.cart_items.data.map(item => item.clip_id))

/** The preferred rates that the clip stands under. */
export const ratesOf = (cart: Cart | undefined, clip_id: number): ReadonlySet<number> =>
  new Set(
    cart?.licenses.flatMap(({ preferred_rate, items }) =>
      preferred_rate && items.some(item => item.clip_id === clip_id) ? [preferred_rate.id] : [],
    ),
  )
