import type { Cart } from './contract.ts'

/** Returns the cart without some items, for an optimistic update. The totals stay until the server replies. */
export const withoutItems = (cart: Cart, item_ids: readonly number[]): Cart => {
  const isRemaining = ({ id }: { id: number }) => !item_ids.includes(id)
  return {
    ...cart,
    cart_items: { data: cart.cart_items.data.filter(isRemaining) },
    licenses: cart.licenses
      .map(group => ({ ...group, items: group.items.filter(isRemaining) }))
      .filter(group => group.items.length > 0),
    notices: cart.notices.filter(notice => !item_ids.includes(notice.cart_item_id)),
  }
}
