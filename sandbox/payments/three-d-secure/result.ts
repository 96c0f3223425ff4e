/** The statuses of 3D Secure and their effect on liability. */
import type { ThreeDSecureResult } from '../records.ts'

type StatusDetails = Pick<
  ThreeDSecureResult,
  'enrolled' | 'liability_shifted' | 'liability_shift_possible' | 'eci_flag'
>

const statusDetails = (
  enrolled: 'Y' | 'N' | 'U',
  shifted: boolean,
  possible: boolean,
  eci_flag: string | null,
): StatusDetails => ({
  enrolled,
  liability_shifted: shifted,
  liability_shift_possible: possible,
  eci_flag,
})

/** The published statuses that the sandbox supports. */
const statuses = {
  authenticate_successful: statusDetails('Y', true, true, '05'),
  authenticate_attempt_successful: statusDetails('Y', true, true, '06'),
  authenticate_frictionless_failed: statusDetails('Y', false, true, '07'),
  authenticate_failed: statusDetails('Y', false, true, '07'),
  authenticate_error: statusDetails('Y', false, true, '07'),
  authenticate_unable_to_authenticate: statusDetails('Y', false, false, '07'),
  challenge_required: statusDetails('Y', false, true, '07'),
  lookup_not_enrolled: statusDetails('N', false, false, null),
} satisfies Record<string, StatusDetails>

export type ThreeDSecureStatus = keyof typeof statuses

/** The complete result for a status. */
export const toThreeDSecureResult = (status: ThreeDSecureStatus, authentication_id: string): ThreeDSecureResult => ({
  status,
  ...statuses[status],
  authentication_id,
  // The bank's cryptogram, present only with a liability shift. Here it is 20 zero bytes.
  cavv: statuses[status].liability_shifted ? 'AAAAAAAAAAAAAAAAAAAAAAAAAAA=' : null,
})
