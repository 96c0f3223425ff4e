/** Nonces: what stands for an instrument once, from the browser to the charge. */
import type { Gateway } from './gateway.ts'
import { asKept } from './instruments.ts'
import { newId, now } from './params.ts'
import type { Instrument, Nonce } from './records.ts'
import { refuse } from './refusal.ts'
import { isTestNonce, testNonce } from './test-nonces.ts'

const prefixes = { credit_card: 'tokencc', us_bank_account: 'tokenusbankacct', paypal: 'tokenpp' }

/** A fresh nonce, in no table yet. */
export const newNonce = (instrument: Instrument, more: Partial<Nonce> = {}): Nonce => ({
  id: `${prefixes[instrument.kind]}_${newId(24)}`,
  instrument,
  token: null,
  consumed: false,
  three_d_secure: null,
  verified_as: null,
  created_at: now(),
  ...more,
})

/** Makes a nonce of an instrument and remembers it. */
export const keepNonce = ({ store }: Gateway, instrument: Instrument, more: Partial<Nonce> = {}): Nonce =>
  store.nonces.put(newNonce(instrument, more))

/** A fresh nonce for a kept instrument. */
export function nonceOfKept(gateway: Gateway, token: string): Nonce | undefined {
  const kept = gateway.store.methods.get(token)
  return kept && keepNonce(gateway, asKept(kept.instrument), { token })
}

/** Finds a nonce, the published test nonces included. */
export function findNonce({ store }: Gateway, id: string): Nonce | undefined {
  const published = testNonce(id)
  return published ? newNonce(published.instrument, { ...published, id }) : store.nonces.get(id)
}

/** The codes that say a nonce is used up or was never made; they differ by what it was wanted for. */
export type NonceCodes = { scope: string[]; consumed: string; unknown: string }

/** Finds a nonce that can still be used, or refuses. */
export function usableNonce(gateway: Gateway, id: string, { scope, consumed, unknown }: NonceCodes): Nonce {
  const nonce = findNonce(gateway, id)
  const attribute = 'payment_method_nonce'
  if (!nonce) throw refuse(scope, attribute, unknown, 'Unknown or expired payment_method_nonce.')
  if (nonce.consumed) throw refuse(scope, attribute, consumed, 'Cannot use a payment_method_nonce more than once.')
  return nonce
}

/** Marks a nonce as used. */
export function consume({ store }: Gateway, nonce: Nonce) {
  if (!isTestNonce(nonce.id)) store.nonces.put({ ...nonce, consumed: true })
}
