/** The person went away from PayPal: nothing happened. */
export class LeftPayPal extends Error {
  constructor() {
    super('PayPal was closed before it was done. Nothing was charged, and your cart is as it was.')
  }
}
