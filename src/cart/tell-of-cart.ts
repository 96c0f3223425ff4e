import type { Cart } from './contract.ts'

/** What of a cart the data layer is told. */
export const factsOfCart = (cart: Cart) => ({
  value_cents: cart.total.unformatted,
  currency: 'USD',
  clip_ids: cart.cart_items.data.map(item => item.clip_id),
})
