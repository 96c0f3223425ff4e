/** The buyer closed PayPal before approving; nothing happened. */
export class PayPalClosedError extends Error {
  constructor() {
    super('PayPal was closed before it was done. Nothing was charged, and your cart is as it was.')
  }
}
