/** The proof that a form sends along: looked for while somebody still fills it in, so that nobody waits for it. */
import { useRef } from 'react'

import { Refusal } from '../refusal.ts'
import type { CaptchaAction } from './contract.ts'

/** Younger than reCAPTCHA's two minutes, and our own ten. */
const fresh_ms = 110_000

type Begun = { proof: Promise<string | undefined>; at: number }

const begin = (action: CaptchaAction): Begun => ({
  // Without a proof the server says what is wrong, beside the form.
  proof: import('./solve.ts').then(({ solve }) => solve(action)).catch(() => undefined),
  at: Date.now(),
})

/** `whenTouched` goes onto the form, so that looking begins early; `take` gives a proof each time it is sent: each works once; `renew` looks for another at once. */
export const useCaptcha = (action: CaptchaAction) => {
  const begun = useRef<Begun>(undefined)
  const isFresh = () => begun.current !== undefined && Date.now() - begun.current.at < fresh_ms
  return {
    whenTouched: {
      onFocus: () => {
        if (!isFresh()) begun.current = begin(action)
      },
    },
    renew: (): void => {
      begun.current = begin(action)
    },
    take: (): Promise<string | undefined> => {
      const { proof } = isFresh() && begun.current ? begun.current : begin(action)
      begun.current = undefined
      return proof
    },
  }
}

/** Whether the server wants a proof where usually none is needed. */
export const wantsProof = (error: unknown): boolean => error instanceof Refusal && error.errors['captcha'] !== undefined
