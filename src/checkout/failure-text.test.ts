import { expect, test } from 'vitest'

import { failureText } from './failure-text.ts'

const declined = 'Your bank declined this card. Nothing was charged. Try another card or PayPal.'
const review =
  'Something went wrong while trying to process your payment. Please review your payment details and try again.'

test.each([
  ['card', '2000: processor_declined: Do Not Honor', declined],
  ['card', '2001: processor_declined: Insufficient Funds', declined],
  ['card', 'fraud: gateway_rejected: fraud', declined],
  ['card', '2004: processor_declined: Expired Card', review],
  ['card', '2010: processor_declined: Card Issuer Declined CVV', review],
  ['card', 'cvv: gateway_rejected: cvv', review],
  ['card', 'validation: Unknown payment method nonce.', review],
  ['card', 'not_checked: fetch failed', review],
  ['paypal', '2000: processor_declined: Do Not Honor', review],
  ['ach', '2000: processor_declined: Do Not Honor', 'Something went wrong with your ACH payment. Please try again'],
])('a payment by %s that ended with “%s” reads as what it is', (payment_type, message, text) => {
  expect(failureText({ payment_type, message })).toBe(text)
})
