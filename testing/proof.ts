/** What a browser's workers do for a form: solves a challenge. Tests have cheap ones. */
import { solveChallenge, type Challenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'

import { makeChallenge } from '../src/platform/captcha/captcha.server.ts'
import { getCaptchaChallenge, type CaptchaAction } from '../src/platform/captcha/contract.ts'
import type { Deps } from '../src/platform/deps.ts'
import type { Visitor } from './app.ts'

export const solved = async (challenge: Challenge | null): Promise<string | undefined> => {
  if (!challenge) return undefined
  const solution = await solveChallenge({ challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}

/** A proof for one form, sent by this visitor. */
export const proofOf = async (visitor: Pick<Visitor, 'call'>, action: CaptchaAction): Promise<string | undefined> =>
  solved((await visitor.call(getCaptchaChallenge, { query: { action } })).data.challenge)

/** The same past the door, where a test counts who came through it. */
export const proofFor = async (deps: Deps, action: CaptchaAction): Promise<string | undefined> =>
  solved(await makeChallenge(deps, action))
