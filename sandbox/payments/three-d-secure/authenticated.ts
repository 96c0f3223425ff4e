/** A bank's answer that a sale of a kept card carries by its id, as the nonce that got it has been used up. */
import type { Gateway } from '../gateway.ts'
import { isCard } from '../instruments.ts'
import type { Instrument, ThreeDSecureFacts } from '../records.ts'
import { refuse } from '../refusal.ts'
import { testNonce } from '../test-nonces.ts'

/** What the published nonce of an authenticated card carries. */
const published = 'fake-three-d-secure-visa-full-authentication-nonce'

/** Refuses an id that was never given out, and one that is about another card. */
export function findAuthenticated(
  { store }: Gateway,
  id: string | undefined,
  instrument: Instrument,
): ThreeDSecureFacts | null {
  if (!id) return null
  const nonce = [testNonce(published), ...store.nonces.all()].find(
    each => each?.three_d_secure?.authentication_id === id,
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
