/** What tells people from programs: a proof of work that a person does not notice, or reCAPTCHA. */
import * as z from 'zod/mini'

import { endpoint } from '../endpoint.ts'

/** What a challenge is made for; its proof is good for nothing else. */
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

/** In the body of a form that asks for one. What it lacks, the refusal tells. */
export const CaptchaProof = z.optional(z.string().check(z.maxLength(8_000)))

/** As the ALTCHA libraries on both sides know it; every part of it is signed. */
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
  summary: 'A challenge to solve before a form is sent; null when forms go without one here',
  who: 'anyone',
  masquerade: 'allowed',
  per_minute: 60,
  query: z.object({ action: z.enum(captchaActions, 'Please name what the challenge is for.') }),
  reply: z.object({
    challenge: z.nullable(Challenge),
    /** Where reCAPTCHA is asked instead. */
    site_key: z.nullable(z.string()),
  }),
})
