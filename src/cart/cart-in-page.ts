/** What of a cart goes along with every page. */
import type { ReplyOf } from '#platform/endpoint.ts'

import type { getCart } from './contract.ts'

/** An item takes about 2 kB in a page. */
const MAX_ITEMS_IN_PAGE = 20

/** A small cart whole. Of a larger one only the number of clips: the browser asks for the rest once the page is there. */
export const cartInPage = (cart: ReplyOf<typeof getCart> | undefined) => {
  const cart_count = cart?.data.cart_items.data.length ?? 0
  return { cart: cart_count > MAX_ITEMS_IN_PAGE ? undefined : cart, cart_count }
}
