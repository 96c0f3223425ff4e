/** The message a buyer reads when a payment failed; the gateway’s own message is only stored. */
import { REVIEW_TEXT } from '#payments/card-texts.ts'
import { THREE_D_SECURE, THREE_D_SECURE_TEXT } from '#payments/three-d-secure.ts'

const DEBIT_TEXT = 'Something went wrong with your ACH payment. Please try again'
const DECLINED_TEXT = 'Your bank declined this card. Nothing was charged. Try another card or PayPal.'

/** Input errors: an expired card, an unknown number, an invalid expiration date, a wrong CVV. */
const INPUT_ERROR_CODES = new Set(['2004', '2005', '2006', '2010'])

const isDecline = (code: string) => code === 'fraud' || (/^2\d{3}$/.test(code) && !INPUT_ERROR_CODES.has(code))

/** `message` is the attempt’s: its code and the reason. */
export const failureText = ({ payment_type, message }: { payment_type: string; message: string }): string => {
  const [code = ''] = message.split(':')
  if (code === THREE_D_SECURE) return THREE_D_SECURE_TEXT
  if (payment_type === 'ach') return DEBIT_TEXT
  return payment_type === 'card' && isDecline(code) ? DECLINED_TEXT : REVIEW_TEXT
}
