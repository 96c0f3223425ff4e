/** Looks up 3D Secure results by their authentication id, for sales of stored cards, whose nonce is already used. */
import type { Gateway } from '../gateway.ts'
import { isCard } from '../instruments.ts'
import type { Instrument, ThreeDSecureResult } from '../records.ts'
import { refuse } from '../refusal.ts'
import { testNonce } from '../test-nonces.ts'

/** The published nonce of an authenticated card. */
const AUTHENTICATED_TEST_NONCE = 'fake-three-d-secure-visa-full-authentication-nonce'

/** The result with this authentication id; null without one. Refuses an unknown id, and one for another card. */
export function findThreeDSecureResult(
  { store }: Gateway,
  id: string | undefined,
  instrument: Instrument,
): ThreeDSecureResult | null {
  if (!id) return null
  const nonce = [testNonce(AUTHENTICATED_TEST_NONCE), ...store.nonces.all()].find(
    candidate => candidate?.three_d_secure?.authentication_id === id,
  )
  if (!nonce?.three_d_secure)
    throw refuse(
      ['transaction'],
      'three_d_secure_authentication_id',
      '915196',
      '3D Secure authentication ID is invalid.',
    )
  if (!isCard(instrument) || !isCard(nonce.instrument) || nonce.instrument.test_number !== instrument.test_number)
    throw refuse(
      ['transaction'],
      'three_d_secure_authentication_id',
      '915197',
      'Payment method does not match the 3D Secure authentication.',
    )
  return nonce.three_d_secure
}
