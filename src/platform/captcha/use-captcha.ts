/** The hook that prepares a form's CAPTCHA proof in the background while the user fills in the form. */
import { useRef } from 'react'

import { Refusal } from '../http/refusal.ts'
import type { CaptchaAction } from './contract.ts'

/** Shorter than reCAPTCHA's two minutes and our own ten. */
const PROOF_FRESH_MS = 110_000

type PendingProof = { proof: Promise<string | undefined>; startedAt: number }

const startProof = (action: CaptchaAction): PendingProof => ({
  // When solving fails, the form is sent without a proof and the server's refusal explains it.
  proof: import('./solve.ts').then(({ solveCaptcha }) => solveCaptcha(action)).catch(() => undefined),
  startedAt: Date.now(),
})

/**
 * Spread `formProps` onto the form so that solving starts on focus. `take` returns a proof for one submission. `renew`
 * starts a new one at once.
 */
export const useCaptcha = (action: CaptchaAction) => {
  const pending = useRef<PendingProof>(undefined)
  const isFresh = () => pending.current !== undefined && Date.now() - pending.current.startedAt < PROOF_FRESH_MS
  return {
    formProps: {
      onFocus: () => {
        if (!isFresh()) pending.current = startProof(action)
      },
    },
    renew: (): void => {
      pending.current = startProof(action)
    },
    take: (): Promise<string | undefined> => {
      const { proof } = isFresh() && pending.current ? pending.current : startProof(action)
      pending.current = undefined
      return proof
    },
  }
}

/** Returns whether the server refused a request because it needs a CAPTCHA proof. */
export const needsCaptcha = (error: unknown): boolean =>
  error instanceof Refusal && error.errors['captcha'] !== undefined
