/** CAPTCHA challenges and proofs, by ALTCHA or, when its keys are configured, reCAPTCHA. */

import { createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import * as z from 'zod/mini'

import type { Db, Trx } from '../db/database.server.ts'
import type { Deps } from '../deps.ts'
import { refuse } from '../http/refusal.ts'
import { claimOnce } from '../security/one-time-token.server.ts'
import { sign } from '../security/secrets.server.ts'
import { Challenge, type CaptchaAction } from './contract.ts'
import { isHuman } from './recaptcha.server.ts'

const ALGORITHM = 'PBKDF2/SHA-256'
/** PBKDF2 iterations per key. One key takes about 0.14 ms. */
const PBKDF2_ROUNDS = 1_000
const CHALLENGE_TTL_MS = 10 * 60_000

const FAILED_MESSAGE = 'We could not check that you are not a program. Please try again.'

type CaptchaDeps = Pick<Deps, 'clock' | 'config' | 'secret'> & { db: Db | Trx }

const getSigningKeys = (secret: string) => ({
  deriveKey,
  hmacSignatureSecret: sign([secret], 'captcha challenge'),
  hmacKeySignatureSecret: sign([secret], 'captcha solution'),
})

/**
 * Returns a challenge for one action, valid for ten minutes, or null where forms need no proof. Creating and verifying
 * one takes about 2 ms.
 */
export const createCaptchaChallenge = async (deps: Omit<CaptchaDeps, 'db'>, action: CaptchaAction) => {
  const maxCounter = deps.config.captcha_keys
  if (maxCounter === 0 || deps.config.recaptcha) return null
  const challenge = await createChallenge({
    ...getSigningKeys(deps.secret[0]),
    algorithm: ALGORITHM,
    cost: PBKDF2_ROUNDS,
    counter: randomInt(maxCounter, Math.ceil(maxCounter / 2)),
    // ALTCHA's own expiry follows the system clock. Ours is signed with the other data and follows the shop's clock.
    data: { action, expires_at: deps.clock.now().getTime() + CHALLENGE_TTL_MS },
  })
  return z.parse(Challenge, challenge)
}

const ProofPayload = z.object({
  challenge: Challenge,
  solution: z.object({ counter: z.int(), derivedKey: z.string() }),
})

const parseProof = (proof: string | undefined) => {
  try {
    return z.safeParse(ProofPayload, JSON.parse(Buffer.from(proof ?? '', 'base64').toString('utf8'))).data
  } catch {
    return undefined
  }
}

/** Consumes a proof. It may run inside a transaction. Throws 422 unless the proof is valid and was not used before. */
type ConsumeProof = (db: Db | Trx) => Promise<void>

/**
 * Verifies that a proof is complete, unexpired and made for this action. Returns a function that consumes it. Call
 * this outside of transactions, because it may call Google. A refusal carries `message` for the field `captcha`.
 */
export const verifyProof = async (
  deps: Omit<CaptchaDeps, 'db'>,
  proof: string | undefined,
  action: CaptchaAction,
  message = FAILED_MESSAGE,
): Promise<ConsumeProof> => {
  const { recaptcha, captcha_keys, public_url } = deps.config
  const fail = async () => {
    throw refuse.fields({ captcha: [message] })
  }
  // Google itself accepts each token only once.
  if (recaptcha) return proof && (await isHuman(recaptcha, proof, action, public_url)) ? async () => {} : fail
  if (captcha_keys === 0) return async () => {}
  const payload = parseProof(proof)
  if (!payload) return fail
  const { data } = payload.challenge.parameters
  const checks = await Promise.all(deps.secret.map(secret => verifySolution({ ...getSigningKeys(secret), ...payload })))
  if (
    !checks.some(({ verified }) => verified) ||
    data.action !== action ||
    data.expires_at <= deps.clock.now().getTime()
  )
    return fail
  return async db => {
    if (!(await claimOnce(db, payload.challenge.signature, new Date(data.expires_at)))) await fail()
  }
}

/**
 * Verifies and consumes a proof. Throws 422 with `message` for the field `captcha` when the proof is invalid. Call
 * this outside of transactions.
 */
export const requireHuman = async (
  { db, ...deps }: CaptchaDeps,
  proof: string | undefined,
  action: CaptchaAction,
  message?: string,
): Promise<void> => {
  const consume = await verifyProof(deps, proof, action, message)
  await consume(db)
}
