/** Solving a challenge beside the page, in workers, or asking reCAPTCHA. Load it lazily. */
import { solveChallengeWorkers } from 'altcha-lib'

import { call } from '../call.ts'
import { getCaptchaChallenge, type CaptchaAction } from './contract.ts'

/** More would find it sooner, but this must not get in anybody's way. */
const most_workers = 4

const startWorker = () => new Worker(new URL('./solver.worker.ts', import.meta.url), { type: 'module' })

/** The proof for one form sent once; undefined where none is asked for. Throws when the shop or the workers are away. */
export const solve = async (action: CaptchaAction): Promise<string | undefined> => {
  const { challenge, site_key } = (await call(getCaptchaChallenge, { query: { action } })).data
  if (site_key) return (await import('./recaptcha.ts')).tokenFor(site_key, action)
  if (!challenge) return undefined
  const concurrency = Math.max(1, Math.min(most_workers, (navigator.hardwareConcurrency || 2) - 1))
  const solution = await solveChallengeWorkers({ challenge, concurrency, createWorker: startWorker })
  return solution ? btoa(JSON.stringify({ challenge, solution })) : undefined
}
