/** Verification of reCAPTCHA v3 tokens, which replace our proof of work when its keys are configured. */
import * as z from 'zod/mini'

import type { Config } from '../config.server.ts'
import { refuse } from '../http/refusal.ts'
import type { CaptchaAction } from './contract.ts'

const RECAPTCHA_TIMEOUT_MS = 5_000

const Verdict = z.object({
  success: z.boolean(),
  /** The action that the page requested the token for. */
  action: z.optional(z.string()),
  /** From 0 (a bot) to 1 (a human). */
  score: z.optional(z.number()),
  /** The host of the page that requested the token. */
  hostname: z.optional(z.string()),
})

export type Recaptcha = NonNullable<Config['recaptcha']>

/**
 * Returns whether Google considers the sender human, on a page of this shop and for this action. Google accepts each
 * token once, within two minutes. Throws 503 when Google is unreachable.
 */
export const isHuman = async (
  { secret, verify_url, min_score }: Recaptcha,
  token: string,
  action: CaptchaAction,
  public_url: string,
): Promise<boolean> => {
  const verdict = await fetchVerdict(verify_url, new URLSearchParams({ secret, response: token }))
  return (
    verdict.success &&
    verdict.action === action &&
    verdict.hostname === new URL(public_url).hostname &&
    (verdict.score ?? 0) >= min_score
  )
}

const fetchVerdict = async (verify_url: string, body: URLSearchParams) => {
  try {
    const response = await fetch(verify_url, {
      method: 'POST',
      body,
      signal: AbortSignal.timeout(RECAPTCHA_TIMEOUT_MS),
    })
    if (!response.ok) throw new Error(`status ${response.status}`)
    return z.parse(Verdict, await response.json())
  } catch {
    throw refuse(503, 'We cannot check right now that you are not a program. Please try again in a moment.')
  }
}
