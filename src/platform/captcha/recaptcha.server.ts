/** reCAPTCHA v3, in the place of our own proof of work where its keys are configured. */
import * as z from 'zod/mini'

import type { Config } from '../config.server.ts'
import { refuse } from '../refusal.ts'
import type { CaptchaAction } from './contract.ts'

/** A person waits for it. */
const patience_ms = 5_000

const Verdict = z.object({
  success: z.boolean(),
  /** What the page asked the token for. */
  action: z.optional(z.string()),
  /** 0 is a program, 1 a person. */
  score: z.optional(z.number()),
  /** Of the page that asked for it. */
  hostname: z.optional(z.string()),
})

export type Recaptcha = NonNullable<Config['recaptcha']>

/**
 * Whether Google takes the sender for a person on a page of ours, for this action. Each token counts once, and for two
 * minutes: Google keeps that. Throws 503 when it cannot be asked.
 */
export const isHuman = async (
  { secret, verify_url, least_score }: Recaptcha,
  token: string,
  action: CaptchaAction,
  public_url: string,
): Promise<boolean> => {
  const verdict = await ask(verify_url, new URLSearchParams({ secret, response: token }))
  return (
    verdict.success &&
    verdict.action === action &&
    verdict.hostname === new URL(public_url).hostname &&
    (verdict.score ?? 0) >= least_score
  )
}

const ask = async (verify_url: string, body: URLSearchParams) => {
  try {
    const answer = await fetch(verify_url, { method: 'POST', body, signal: AbortSignal.timeout(patience_ms) })
    if (!answer.ok) throw new Error(`status ${answer.status}`)
    return z.parse(Verdict, await answer.json())
  } catch {
    throw refuse(503, 'We cannot check right now that you are not a program. Please try again in a moment.')
  }
}
