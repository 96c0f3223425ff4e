/** What a buyer reads when a payment came to nothing; the gateway's own words stay in the books. */
import { reviewText } from '#payments/card-texts.ts'
import { three_d_secure, threeDSecureText } from '#payments/three-d-secure.ts'

const debitText = 'Something went wrong with your ACH payment. Please try again'
const declinedText = 'Your bank declined this card. Nothing was charged. Try another card or PayPal.'

/** Refusals of what was typed in: expired, no such number, an expiration date that is none, a wrong CVV. */
const typing_errors = new Set(['2004', '2005', '2006', '2010'])

const isDecline = (code: string) => code === 'fraud' || (/^2\d{3}$/.test(code) && !typing_errors.has(code))

/** `message` is an attempt's: its code, and why. */
export const failureText = ({ payment_type, message }: { payment_type: string; message: string }): string => {
  const [code = ''] = message.split(':')
  if (code === three_d_secure) return threeDSecureText
  if (payment_type === 'ach') return debitText
  return payment_type === 'card' && isDecline(code) ? declinedText : reviewText
}
