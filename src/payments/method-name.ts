/** The display name of a payment method. */
import type { PaymentMethod } from './methods-contract.ts'

type NamedMethod = Pick<PaymentMethod, 'type' | 'card_brand' | 'last_4' | 'paypal_email'>

/** "Visa ending in 1111", "Bank account ending in 0000", "PayPal, nora@example.com" */
export const methodName = ({ type, card_brand, last_4, paypal_email }: NamedMethod): string => {
  if (type === 'paypal') return paypal_email ? `PayPal, ${paypal_email}` : 'PayPal'
  const name = type === 'ach' ? 'Bank account' : (card_brand ?? 'Card')
  return last_4 ? `${name} ending in ${last_4}` : name
}
