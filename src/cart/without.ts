import type { Cart } from './contract.ts'

/** The cart as it will be without some items: what is shown until the server has said so. Its sums are the server's to tell. */
export const without = (cart: Cart, item_ids: readonly number[]): Cart => {
  const stays = ({ id }: { id: number }) => !item_ids.includes(id)
  return {
    ...cart,
    cart_items: { data: cart.cart_items.data.filter(stays) },
    licenses: cart.licenses
      .map(group => ({ ...group, items: group.items.filter(stays) }))
      .filter(group => group.items.length > 0),
    notices: cart.notices.filter(notice => !item_ids.includes(notice.cart_item_id)),
  }
}
