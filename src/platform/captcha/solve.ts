/** Solves a CAPTCHA challenge in web workers, or gets a reCAPTCHA token. Load this module lazily. */
import { solveChallengeWorkers } from 'altcha-lib'

import { call } from '../http/call.ts'
import { getCaptchaChallenge, type CaptchaAction } from './contract.ts'

/** More workers would solve faster but slow the page down. */
const MAX_WORKERS = 4

const startWorker = () => new Worker(new URL('./solver.worker.ts', import.meta.url), { type: 'module' })

/**
 * Returns a proof for one submission of a form, or undefined when none is needed. Throws when the shop or the workers
 * are unavailable.
 */
export const solveCaptcha = async (action: CaptchaAction): Promise<string | undefined> => {
  const { challenge, site_key } = (await call(getCaptchaChallenge, { query: { action } })).data
  if (site_key) return (await import('./recaptcha.ts')).getRecaptchaToken(site_key, action)
  if (!challenge) return undefined
  const concurrency = Math.max(1, Math.min(MAX_WORKERS, (navigator.hardwareConcurrency || 2) - 1))
  const solution = await solveChallengeWorkers({ challenge, concurrency, createWorker: startWorker })
  return solution ? btoa(JSON.stringify({ challenge, solution })) : undefined
}
