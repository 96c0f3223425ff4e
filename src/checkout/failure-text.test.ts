import { expect, test } from 'vitest'

import { failureText } from './failure-text.ts'

const DECLINED_TEXT = 'Your bank declined this card. Nothing was charged. Try another card or PayPal.'
const REVIEW_TEXT =
  'Something went wrong while trying to process your payment. Please review your payment details and try again.'

test.each([
  ['card', '2000: processor_declined: Do Not Honor', DECLINED_TEXT],
  ['card', '2001: processor_declined: Insufficient Funds', DECLINED_TEXT],
  ['card', 'fraud: gateway_rejected: fraud', DECLINED_TEXT],
  ['card', '2004: processor_declined: Expired Card', REVIEW_TEXT],
  ['card', '2010: processor_declined: Card Issuer Declined CVV', REVIEW_TEXT],
  ['card', 'cvv: gateway_rejected: cvv', REVIEW_TEXT],
  ['card', 'validation: Unknown payment method nonce.', REVIEW_TEXT],
  ['card', 'not_checked: fetch failed', REVIEW_TEXT],
  ['paypal', '2000: processor_declined: Do Not Honor', REVIEW_TEXT],
  ['ach', '2000: processor_declined: Do Not Honor', 'Something went wrong with your ACH payment. Please try again'],
])('a payment by %s that ended with “%s” has its message', (payment_type, message, text) => {
  expect(failureText({ payment_type, message })).toBe(text)
})
