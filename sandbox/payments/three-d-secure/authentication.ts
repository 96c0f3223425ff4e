/** 3D Secure: the card holder's bank is asked, and perhaps asks the holder for a code. */
import { jwtVerify, SignJWT } from 'jose'

import type { Gateway, Merchant } from '../gateway.ts'
import { isCard } from '../instruments.ts'
import { flag, newId, now, type Params, text } from '../params.ts'
import type { Authentication, Nonce, ThreeDSecureFacts } from '../records.ts'
import { Missing, refuse } from '../refusal.ts'
import { consume, findNonce, keepNonce } from '../tokens.ts'
import { factsOf, type ThreeDSecureStatus } from './facts.ts'
import { type BankAnswer, challengeCode, mostWrongCodes, threeDSecureCards } from './test-cards.ts'

const withoutChallenge: Record<BankAnswer, ThreeDSecureStatus> = {
  successful: 'authenticate_successful',
  failed: 'authenticate_frictionless_failed',
  attempted: 'authenticate_attempt_successful',
  unable: 'authenticate_unable_to_authenticate',
  error: 'authenticate_error',
}

type Result = NonNullable<Authentication['result']>

const afterChallenge: Record<Result, ThreeDSecureStatus> = {
  successful: 'authenticate_successful',
  failed: 'authenticate_failed',
  unable: 'authenticate_unable_to_authenticate',
  error: 'authenticate_error',
  canceled: 'authenticate_failed',
}

export type Lookup = { nonce: Nonce; facts: ThreeDSecureFacts; authentication: Authentication }

/** Asks the bank about a nonce's card. The answer is a new nonce that carries it; the old one pays no more, but may be asked about again. */
export function lookUp(gateway: Gateway, id: string, params: Params): Lookup {
  const nonce = newest(gateway, id)
  const { instrument } = nonce
  if (nonce.consumed || !isCard(instrument)) throw refuse([], 'nonce', '93107', 'This nonce cannot be verified.')
  const amount = text(params, 'amount') ?? ''
  if (!/^\d{1,9}(\.\d+)?$/.test(amount)) throw refuse([], 'amount', '81503', 'Amount is an invalid format.')

  const card = threeDSecureCards.get(instrument.test_number)
  const wanted = flag(params, 'challengeRequested') && card?.answer !== 'unable'
  const is_challenge = card !== undefined && (card.challenge || wanted)
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
  const status = is_challenge ? 'challenge_required' : card ? withoutChallenge[card.answer] : 'lookup_not_enrolled'
  const facts = factsOf(status, authentication.id)
  const next = replaced(gateway, nonce, facts)
  return {
    nonce: next,
    facts,
    authentication: gateway.store.authentications.put({ ...authentication, nonce: next.id }),
  }
}

/** The nonce that stands for the card now, however often it was looked up. Throws when it was never made. */
function newest(gateway: Gateway, id: string): Nonce {
  const nonce = findNonce(gateway, id)
  if (!nonce) throw new Missing(`No nonce ${id}`)
  return nonce.verified_as ? newest(gateway, nonce.verified_as) : nonce
}

function replaced(gateway: Gateway, nonce: Nonce, three_d_secure: ThreeDSecureFacts): Nonce {
  const next = keepNonce(gateway, nonce.instrument, { token: nonce.token, three_d_secure })
  consume(gateway, { ...nonce, verified_as: next.id })
  return next
}

/** An authentication that still waits for its code, or undefined. */
export function findChallenge({ store }: Gateway, id: string): Authentication | undefined {
  const authentication = store.authentications.get(id)
  return authentication?.is_challenge ? authentication : undefined
}

/** Takes the code that the holder typed: decided, or to be typed again. */
export function typeCode({ store }: Gateway, authentication: Authentication, code: string): Authentication {
  if (authentication.result) return authentication
  if (code.trim() === challengeCode)
    return store.authentications.put({ ...authentication, result: outcomeOf(authentication) })
  const wrong_codes = authentication.wrong_codes + 1
  const result = wrong_codes >= mostWrongCodes ? 'failed' : null
  return store.authentications.put({ ...authentication, wrong_codes, result })
}

/** What the right code leads to: the published answer of numbers that are always challenged, yes for the others. */
function outcomeOf({ test_number }: Authentication): Result {
  const card = threeDSecureCards.get(test_number)
  return card?.challenge && card.answer !== 'attempted' ? card.answer : 'successful'
}

/** The holder has gone away. */
export const cancelChallenge = ({ store }: Gateway, authentication: Authentication): Authentication =>
  authentication.result ? authentication : store.authentications.put({ ...authentication, result: 'canceled' })

const keyOf = ({ private_key }: Merchant) => new TextEncoder().encode(private_key.padEnd(32, '.'))

/** The bank's signed word that an authentication was decided. */
export const proofOf = ({ merchant }: Gateway, { id, result }: Authentication) =>
  new SignJWT({ ReferenceId: id, Result: result })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt()
    .setExpirationTime('15m')
    .sign(keyOf(merchant))

/** The word with which the sandbox's Songbird starts. */
export const setupWord = ({ merchant }: Gateway) =>
  new SignJWT({ ReferenceId: newId(20) }).setProtectedHeader({ alg: 'HS256' }).setIssuedAt().sign(keyOf(merchant))

/** Takes the bank's word for a nonce that was looked up: answers the nonce that carries the final facts. */
export async function authenticate(gateway: Gateway, id: string, params: Params): Promise<Nonce> {
  const nonce = findNonce(gateway, id)
  if (!nonce) throw new Missing(`No nonce ${id}`)
  const said = await jwtVerify(text(params, 'jwt') ?? '', keyOf(gateway.merchant)).catch(() => undefined)
  const authentication = gateway.store.authentications.get(String(said?.payload.ReferenceId))
  if (nonce.consumed || !authentication?.result || authentication.nonce !== id)
    throw refuse([], 'jwt', '81571', 'This authentication is not about this nonce, or was not decided.')
  return replaced(gateway, nonce, factsOf(afterChallenge[authentication.result], authentication.id))
}
