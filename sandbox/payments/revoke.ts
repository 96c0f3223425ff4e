/** Revoking a PayPal account as its owner. */
import type { Gateway } from './gateway.ts'
import { isPayPal } from './instruments.ts'
import { refuse } from './refusal.ts'
import { deletePaymentMethod, findPaymentMethod } from './vault.ts'
import { createWebhook } from './webhooks/announce.ts'

/** Deletes a PayPal account and sends the webhook. Refuses other payment methods. */
export function revoke(gateway: Gateway, token: string) {
  const revoked = findPaymentMethod(gateway, token)
  if (!isPayPal(revoked.instrument))
    throw refuse([], 'token', '93106', 'Only the owner of a PayPal account can revoke it.')
  deletePaymentMethod(gateway, token)
  createWebhook(gateway, 'payment_method_revoked_by_customer', { revoked })
}
