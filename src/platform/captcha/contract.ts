/** The API contract of CAPTCHA: a proof of work that users do not notice, or reCAPTCHA. */
import * as z from 'zod/mini'

import { endpoint } from '../http/endpoint.ts'

/** The actions a challenge can be created for. A proof is valid only for its own action. */
export const captchaActions = [
  'register',
  'forgot_password',
  'login',
  'contact',
  'footage_research',
  'custom_license',
  'add_payment_method',
  'checkout_form',
] as const
export type CaptchaAction = (typeof captchaActions)[number]

/** The proof in the body of a form. The refusal names it when it is missing. */
export const CaptchaProof = z.optional(z.string().check(z.maxLength(8_000)))

/** A challenge in the format of the ALTCHA libraries. Every part of it is signed. */
export const Challenge = z.object({
  parameters: z.object({
    algorithm: z.string(),
    cost: z.int(),
    data: z.object({ action: z.string(), expires_at: z.int() }),
    keyLength: z.int(),
    keyPrefix: z.string(),
    keySignature: z.string(),
    nonce: z.string(),
    salt: z.string(),
  }),
  signature: z.string(),
})

export const getCaptchaChallenge = endpoint('GET', '/captcha/challenge', {
  summary: 'Get a challenge to solve before a form is sent; null when forms need no proof',
  who: 'anyone',
  before_opening: 'allowed',
  masquerade: 'allowed',
  per_minute: 60,
  query: z.object({ action: z.enum(captchaActions, 'Please name what the challenge is for.') }),
  reply: z.object({
    challenge: z.nullable(Challenge),
    /** Set when reCAPTCHA is used instead. */
    site_key: z.nullable(z.string()),
  }),
})
