/** What a 3D Secure result means for a payment. */

export type BankAnswer = {
  /** The gateway’s status: "authenticate_successful". */
  status: string
  /** The liability has shifted to the bank. */
  is_shifted: boolean
  /** The cardholder canceled the authentication. */
  was_canceled: boolean
  /** We requested a challenge of the cardholder. */
  challenge_requested: boolean
}

const REFUSED_STATUSES = new Set(['authenticate_failed', 'authenticate_rejected', 'authenticate_error'])

/** `challenge`: the bank declined without a challenge, so it is asked again with one. */
export const verdictOf = ({
  status,
  is_shifted,
  was_canceled,
  challenge_requested,
}: BankAnswer): 'charge' | 'challenge' | 'refuse' => {
  if (was_canceled) return 'refuse'
  if (is_shifted) return 'charge'
  if (REFUSED_STATUSES.has(status)) return 'refuse'
  if (status === 'authenticate_frictionless_failed') return challenge_requested ? 'refuse' : 'challenge'
  // Not enrolled, or the bank could not decide: the sale is sent without a liability shift.
  return 'charge'
}
