/** Nonces: single-use references to an instrument, from the browser to the charge. */
import type { Gateway } from './gateway.ts'
import { toStored } from './instruments.ts'
import { newId, now } from './params.ts'
import type { Instrument, Nonce } from './records.ts'
import { refuse } from './refusal.ts'
import { isTestNonce, testNonce } from './test-nonces.ts'

const prefixes = { credit_card: 'tokencc', us_bank_account: 'tokenusbankacct', paypal: 'tokenpp' }

/** Builds a nonce without saving it. */
export const buildNonce = (instrument: Instrument, overrides: Partial<Nonce> = {}): Nonce => ({
  id: `${prefixes[instrument.kind]}_${newId(24)}`,
  instrument,
  token: null,
  consumed: false,
  three_d_secure: null,
  verified_as: null,
  created_at: now(),
  ...overrides,
})

/** Creates and saves a nonce for an instrument. */
export const createNonce = ({ store }: Gateway, instrument: Instrument, overrides: Partial<Nonce> = {}): Nonce =>
  store.nonces.put(buildNonce(instrument, overrides))

/** Creates a nonce for a stored payment method; undefined for an unknown token. */
export function createNonceForMethod(gateway: Gateway, token: string): Nonce | undefined {
  const method = gateway.store.methods.get(token)
  return method && createNonce(gateway, toStored(method.instrument), { token })
}

/** Finds a nonce, including the published test nonces. */
export function findNonce({ store }: Gateway, id: string): Nonce | undefined {
  const published = testNonce(id)
  return published ? buildNonce(published.instrument, { ...published, id }) : store.nonces.get(id)
}

/** The error codes for used and unknown nonces, which depend on the operation. */
export type NonceCodes = { scope: string[]; consumed: string; unknown: string }

/** Finds a nonce that can still be used, or throws a `Refusal`. */
export function findUsableNonce(gateway: Gateway, id: string, { scope, consumed, unknown }: NonceCodes): Nonce {
  const nonce = findNonce(gateway, id)
  const attribute = 'payment_method_nonce'
  if (!nonce) throw refuse(scope, attribute, unknown, 'Unknown or expired payment_method_nonce.')
  if (nonce.consumed) throw refuse(scope, attribute, consumed, 'Cannot use a payment_method_nonce more than once.')
  return nonce
}

/** Marks a nonce as used. */
export function consumeNonce({ store }: Gateway, nonce: Nonce) {
  if (!isTestNonce(nonce.id)) store.nonces.put({ ...nonce, consumed: true })
}
