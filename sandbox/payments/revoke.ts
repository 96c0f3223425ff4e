/** A buyer takes back, at PayPal, what they have allowed the merchant. */
import type { Gateway } from './gateway.ts'
import { isPayPal } from './instruments.ts'
import { refuse } from './refusal.ts'
import { deletePaymentMethod, findPaymentMethod } from './vault.ts'
import { announce } from './webhooks/announce.ts'

/** Forgets a PayPal account and tells the merchant; nothing else can be revoked. */
export function revoke(gateway: Gateway, token: string) {
  const revoked = findPaymentMethod(gateway, token)
  if (!isPayPal(revoked.instrument))
    throw refuse([], 'token', '93106', 'Only the owner of a PayPal account can revoke it.')
  deletePaymentMethod(gateway, token)
  announce(gateway, 'payment_method_revoked_by_customer', { revoked })
}
