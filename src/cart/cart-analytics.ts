import type { Cart } from './contract.ts'

/** Returns the data layer's fields for a cart. */
export const toCartAnalytics = (cart: Cart) => ({
  value_cents: cart.total.unformatted,
  currency: 'USD',
  clip_ids: cart.cart_items.data.map(item => item.clip_id),
})
