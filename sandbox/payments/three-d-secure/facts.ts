/** What a status of 3D Secure means for who bears a loss. */
import type { ThreeDSecureFacts } from '../records.ts'

type Meaning = Pick<ThreeDSecureFacts, 'enrolled' | 'liability_shifted' | 'liability_shift_possible' | 'eci_flag'>

const meaning = (enrolled: 'Y' | 'N' | 'U', shifted: boolean, possible: boolean, eci_flag: string | null): Meaning => ({
  enrolled,
  liability_shifted: shifted,
  liability_shift_possible: possible,
  eci_flag,
})

/** The published statuses that the sandbox knows. */
const statuses = {
  authenticate_successful: meaning('Y', true, true, '05'),
  authenticate_attempt_successful: meaning('Y', true, true, '06'),
  authenticate_frictionless_failed: meaning('Y', false, true, '07'),
  authenticate_failed: meaning('Y', false, true, '07'),
  authenticate_error: meaning('Y', false, true, '07'),
  authenticate_unable_to_authenticate: meaning('Y', false, false, '07'),
  challenge_required: meaning('Y', false, true, '07'),
  lookup_not_enrolled: meaning('N', false, false, null),
} satisfies Record<string, Meaning>

export type ThreeDSecureStatus = keyof typeof statuses

/** Everything that goes with a status. */
export const factsOf = (status: ThreeDSecureStatus, authentication_id: string): ThreeDSecureFacts => ({
  status,
  ...statuses[status],
  authentication_id,
  // The bank's proof, which only a shift of liability comes with: 20 bytes of nothing here.
  cavv: statuses[status].liability_shifted ? 'AAAAAAAAAAAAAAAAAAAAAAAAAAA=' : null,
})
