/** The part of the cart that is sent with every page. */
import type { ReplyOf } from '#platform/http/endpoint.ts'

import type { getCart } from './contract.ts'

/** An item takes about 2 kB in a page. */
const MAX_ITEMS_IN_PAGE = 20

/** Returns a small cart in full. For a larger one it returns only the number of clips; the browser loads the rest. */
export const cartInPage = (cart: ReplyOf<typeof getCart> | undefined) => {
  const cart_count = cart?.data.cart_items.data.length ?? 0
  return { cart: cart_count > MAX_ITEMS_IN_PAGE ? undefined : cart, cart_count }
}
