/** Challenges and their proofs, by ALTCHA or, where its keys are configured, reCAPTCHA. Everything that asks for a proof comes through `proveHuman`. */

import { createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import * as z from 'zod/mini'

import type { Db, Trx } from '../database.server.ts'
import type { Deps } from '../deps.ts'
import { useOnce } from '../once.server.ts'
import { refuse } from '../refusal.ts'
import { sign } from '../secrets.server.ts'
import { Challenge, type CaptchaAction } from './contract.ts'
import { isHuman } from './recaptcha.server.ts'

const algorithm = 'PBKDF2/SHA-256'
/** Rounds of one key: a seventh of a millisecond here. */
const rounds = 1_000
const good_for_ms = 10 * 60_000

const failed_text = 'We could not check that you are not a program. Please try again.'

type CaptchaDeps = Pick<Deps, 'clock' | 'config' | 'secret'> & { db: Db | Trx }

const keysOf = (secret: string) => ({
  deriveKey,
  hmacSignatureSecret: sign([secret], 'captcha challenge'),
  hmacKeySignatureSecret: sign([secret], 'captcha solution'),
})

/** A challenge for one action, good for ten minutes; null where forms go without. Making and checking one costs us two milliseconds. */
export const makeChallenge = async (deps: Omit<CaptchaDeps, 'db'>, action: CaptchaAction) => {
  const most = deps.config.captcha_keys
  if (most === 0 || deps.config.recaptcha) return null
  const challenge = await createChallenge({
    ...keysOf(deps.secret[0]),
    algorithm,
    cost: rounds,
    counter: randomInt(most, Math.ceil(most / 2)),
    // Its own expiry follows the wall; ours is signed with the rest and follows the shop's clock.
    data: { action, expires_at: deps.clock.now().getTime() + good_for_ms },
  })
  return z.parse(Challenge, challenge)
}

const Proof = z.object({ challenge: Challenge, solution: z.object({ counter: z.int(), derivedKey: z.string() }) })

const read = (proof: string | undefined) => {
  try {
    return z.safeParse(Proof, JSON.parse(Buffer.from(proof ?? '', 'base64').toString('utf8'))).data
  } catch {
    return undefined
  }
}

/** Uses a proof up, in a transaction as well. Throws 422 unless it is good and shown for the first time. */
type UseProof = (db: Db | Trx) => Promise<void>

/**
 * Whether a proof is whole, for this action and young: it is used up by what this answers. Google may be asked, so call it
 * outside of transactions. The refusal has `text` beside `captcha`.
 */
export const lookAtProof = async (
  deps: Omit<CaptchaDeps, 'db'>,
  proof: string | undefined,
  action: CaptchaAction,
  text = failed_text,
): Promise<UseProof> => {
  const { recaptcha, captcha_keys, public_url } = deps.config
  const fail = async () => {
    throw refuse.fields({ captcha: [text] })
  }
  // Google counts a token once by itself.
  if (recaptcha) return proof && (await isHuman(recaptcha, proof, action, public_url)) ? async () => {} : fail
  if (captcha_keys === 0) return async () => {}
  const given = read(proof)
  if (!given) return fail
  const { data } = given.challenge.parameters
  const checks = await Promise.all(deps.secret.map(secret => verifySolution({ ...keysOf(secret), ...given })))
  if (
    !checks.some(({ verified }) => verified) ||
    data.action !== action ||
    data.expires_at <= deps.clock.now().getTime()
  )
    return fail
  return async db => {
    if (!(await useOnce(db, given.challenge.signature, new Date(data.expires_at)))) await fail()
  }
}

/** Both at once: throws 422 with `text` beside `captcha` unless somebody proves that they are no program. Call it outside of transactions. */
export const proveHuman = async (
  { db, ...deps }: CaptchaDeps,
  proof: string | undefined,
  action: CaptchaAction,
  text?: string,
): Promise<void> => {
  const use = await lookAtProof(deps, proof, action, text)
  await use(db)
}
