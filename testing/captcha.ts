/** Solves captcha challenges like a browser. Tests use easy ones. */
import { solveChallenge, type Challenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'

import { createCaptchaChallenge } from '../src/platform/captcha/captcha.server.ts'
import { getCaptchaChallenge, type CaptchaAction } from '../src/platform/captcha/contract.ts'
import type { Deps } from '../src/platform/deps.ts'
import type { Visitor } from './app.ts'

export const solveChallengeFor = async (challenge: Challenge | null): Promise<string | undefined> => {
  if (!challenge) return undefined
  const solution = await solveChallenge({ challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}

/** Requests and solves a challenge for one form as this visitor. */
export const solveCaptcha = async (
  visitor: Pick<Visitor, 'call'>,
  action: CaptchaAction,
): Promise<string | undefined> =>
  solveChallengeFor((await visitor.call(getCaptchaChallenge, { query: { action } })).data.challenge)

/** Solves a challenge without a request, for tests that count requests. */
export const createCaptchaProof = async (deps: Deps, action: CaptchaAction): Promise<string | undefined> =>
  solveChallengeFor(await createCaptchaChallenge(deps, action))
