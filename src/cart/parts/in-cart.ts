import { groupId, type ChoiceWithFormat } from '#licensing/choice.ts'

import type { Cart } from '../contract.ts'

/** True if the clip is in the cart, or, with a choice, if it is there under exactly this license and format. */
export const isInCart = (cart: Cart | undefined, clip_id: number, choice?: ChoiceWithFormat): boolean =>
  cart?.licenses.some(
    group =>
      (!choice || group.id === groupId(choice)) &&
      group.items.some(item => item.clip_id === clip_id && (!choice || item.format.id === choice.format_id)),
  ) ?? false

/** Returns the ids of all clips in the cart. */
export const cartClipIds = (cart: Cart | undefined): ReadonlySet<number> =>
  new Set(cart?.cart_items.data.map(item => item.clip_id))

/** Returns the ids of the preferred rates that the clip has in the cart. */
export const cartRateIds = (cart: Cart | undefined, clip_id: number): ReadonlySet<number> =>
  new Set(
    cart?.licenses.flatMap(({ preferred_rate, items }) =>
      preferred_rate && items.some(item => item.clip_id === clip_id) ? [preferred_rate.id] : [],
    ),
  )
