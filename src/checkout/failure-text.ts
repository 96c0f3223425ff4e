/** What a buyer reads when a payment came to nothing; the gateway's own words stay in the books. */
import { reviewText } from '#payments/card-texts.ts'
import { three_d_secure, threeDSecureText } from '#payments/three-d-secure.ts'

const debitText = 'Something went wrong with your ACH payment. Please try again'

/** `message` is an attempt's: its code, and why. */
export const failureText = ({ payment_type, message }: { payment_type: string; message: string }): string => {
  if (message.startsWith(`${three_d_secure}:`)) return threeDSecureText
  return payment_type === 'ach' ? debitText : reviewText
}
