/** 3D Secure: lookups at the card holder's bank, and the bank's challenges. */
import { jwtVerify, SignJWT } from 'jose'

import type { Gateway, Merchant } from '../gateway.ts'
import { isCard } from '../instruments.ts'
import { consumeNonce, findNonce, createNonce } from '../nonces.ts'
import { flag, newId, now, type Params, text } from '../params.ts'
import type { Authentication, Nonce, ThreeDSecureResult } from '../records.ts'
import { NotFound, refuse } from '../refusal.ts'
import { toThreeDSecureResult, type ThreeDSecureStatus } from './result.ts'
import { type BankResult, challengeCode, mostWrongCodes, threeDSecureCards } from './test-cards.ts'

const frictionlessStatuses: Record<BankResult, ThreeDSecureStatus> = {
  successful: 'authenticate_successful',
  failed: 'authenticate_frictionless_failed',
  attempted: 'authenticate_attempt_successful',
  unable: 'authenticate_unable_to_authenticate',
  error: 'authenticate_error',
}

type AuthenticationResult = NonNullable<Authentication['result']>

const challengeStatuses: Record<AuthenticationResult, ThreeDSecureStatus> = {
  successful: 'authenticate_successful',
  failed: 'authenticate_failed',
  unable: 'authenticate_unable_to_authenticate',
  error: 'authenticate_error',
  canceled: 'authenticate_failed',
}

export type ThreeDSecureLookup = { nonce: Nonce; result: ThreeDSecureResult; authentication: Authentication }

/** Looks up a nonce's card at the bank. Returns a new nonce with the result. The old one can be looked up again, but not charged. */
export function lookUpCard(gateway: Gateway, id: string, params: Params): ThreeDSecureLookup {
  const nonce = findLatestNonce(gateway, id)
  const { instrument } = nonce
  if (nonce.consumed || !isCard(instrument)) throw refuse([], 'nonce', '93107', 'This nonce cannot be verified.')
  const amount = text(params, 'amount') ?? ''
  if (!/^\d{1,9}(\.\d+)?$/.test(amount)) throw refuse([], 'amount', '81503', 'Amount is an invalid format.')

  const card = threeDSecureCards.get(instrument.test_number)
  const isRequested = flag(params, 'challengeRequested') && card?.answer !== 'unable'
  const is_challenge = card !== undefined && (card.challenge || isRequested)
  const authentication = gateway.store.authentications.put({
    id: newId(20),
    nonce: '',
    test_number: instrument.test_number,
    amount,
    is_challenge,
    wrong_codes: 0,
    result: null,
    created_at: now(),
  })
  const status = is_challenge ? 'challenge_required' : card ? frictionlessStatuses[card.answer] : 'lookup_not_enrolled'
  const result = toThreeDSecureResult(status, authentication.id)
  const replacement = replaceNonce(gateway, nonce, result)
  return {
    nonce: replacement,
    result,
    authentication: gateway.store.authentications.put({ ...authentication, nonce: replacement.id }),
  }
}

/** The nonce that replaced this one after its last lookup. Throws a 404 for an unknown nonce. */
function findLatestNonce(gateway: Gateway, id: string): Nonce {
  const nonce = findNonce(gateway, id)
  if (!nonce) throw new NotFound(`No nonce ${id}`)
  return nonce.verified_as ? findLatestNonce(gateway, nonce.verified_as) : nonce
}

function replaceNonce(gateway: Gateway, nonce: Nonce, three_d_secure: ThreeDSecureResult): Nonce {
  const replacement = createNonce(gateway, nonce.instrument, { token: nonce.token, three_d_secure })
  consumeNonce(gateway, { ...nonce, verified_as: replacement.id })
  return replacement
}

/** The authentication with this id if it has a challenge; otherwise undefined. */
export function findChallenge({ store }: Gateway, id: string): Authentication | undefined {
  const authentication = store.authentications.get(id)
  return authentication?.is_challenge ? authentication : undefined
}

/** Checks the code that the holder entered. The result stays null while they may try again. */
export function submitCode({ store }: Gateway, authentication: Authentication, code: string): Authentication {
  if (authentication.result) return authentication
  if (code.trim() === challengeCode)
    return store.authentications.put({ ...authentication, result: resultOf(authentication) })
  const wrong_codes = authentication.wrong_codes + 1
  const result = wrong_codes >= mostWrongCodes ? 'failed' : null
  return store.authentications.put({ ...authentication, wrong_codes, result })
}

/** The result of the right code: the published one of cards that are always challenged, success for the others. */
function resultOf({ test_number }: Authentication): AuthenticationResult {
  const card = threeDSecureCards.get(test_number)
  return card?.challenge && card.answer !== 'attempted' ? card.answer : 'successful'
}

/** Cancels the challenge for the holder. */
export const cancelChallenge = ({ store }: Gateway, authentication: Authentication): Authentication =>
  authentication.result ? authentication : store.authentications.put({ ...authentication, result: 'canceled' })

const getSigningKey = ({ private_key }: Merchant) => new TextEncoder().encode(private_key.padEnd(32, '.'))

/** A signed token that proves the result of an authentication. */
export const signProof = ({ merchant }: Gateway, { id, result }: Authentication) =>
  new SignJWT({ ReferenceId: id, Result: result })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt()
    .setExpirationTime('15m')
    .sign(getSigningKey(merchant))

/** The signed token with which the sandbox's Songbird starts. */
export const issueSetupToken = ({ merchant }: Gateway) =>
  new SignJWT({ ReferenceId: newId(20) })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt()
    .sign(getSigningKey(merchant))

/** Verifies the bank's proof for a nonce that was looked up. Returns a nonce with the final result. */
export async function authenticate(gateway: Gateway, id: string, params: Params): Promise<Nonce> {
  const nonce = findNonce(gateway, id)
  if (!nonce) throw new NotFound(`No nonce ${id}`)
  const proof = await jwtVerify(text(params, 'jwt') ?? '', getSigningKey(gateway.merchant)).catch(() => undefined)
  const authentication = gateway.store.authentications.get(String(proof?.payload.ReferenceId))
  if (nonce.consumed || !authentication?.result || authentication.nonce !== id)
    throw refuse([], 'jwt', '81571', 'This authentication is not about this nonce, or was not decided.')
  return replaceNonce(gateway, nonce, toThreeDSecureResult(challengeStatuses[authentication.result], authentication.id))
}
