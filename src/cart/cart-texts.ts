/** Messages that the server returns and the pages show. */
export const CART_LOCKED_TEXT =
  'A payment for this cart is being confirmed. You can change it again when that has ended.'
export const EIN_REQUIRED_TEXT = 'Add your EIN number to purchase a non-profit license'
