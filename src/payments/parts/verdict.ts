/** What a bank's answer to 3D Secure means for a payment. */

export type BankAnswer = {
  /** As the gateway says it: "authenticate_successful". */
  status: string
  /** The bank stands for the payment. */
  is_shifted: boolean
  /** The holder went away from the bank's question. */
  was_canceled: boolean
  /** We had asked the bank to ask the holder. */
  challenge_requested: boolean
}

const refused = new Set(['authenticate_failed', 'authenticate_rejected', 'authenticate_error'])

/** `challenge`: the bank said no without asking the holder; it is asked once more, and to ask. */
export const verdictOf = ({
  status,
  is_shifted,
  was_canceled,
  challenge_requested,
}: BankAnswer): 'charge' | 'challenge' | 'refuse' => {
  if (was_canceled) return 'refuse'
  if (is_shifted) return 'charge'
  if (refused.has(status)) return 'refuse'
  if (status === 'authenticate_frictionless_failed') return challenge_requested ? 'refuse' : 'challenge'
  // Not enrolled, or a bank that could not say: the sale is asked for without the bank standing for it.
  return 'charge'
}
