/** Endpoints that confirm the email of a new account. */
import * as z from 'zod/mini'

import { endpoint } from '#platform/http/endpoint.ts'

export const verifyEmail = endpoint('PUT', '/auth/verify-email/:token', {
  summary:
    'Confirm the email of a new account by the mailed link: works once. If the request has no session of the account, its password ends and the response contains a token for a new one',
  who: 'anyone',
  before_opening: 'allowed',
  per_minute: 20,
  params: z.object({ token: z.string().check(z.maxLength(200)) }),
  reply: z.object({ email: z.string(), password_token: z.nullable(z.string()) }),
  refusals: [410],
})

export const mailVerification = endpoint('POST', '/user/verify-email', {
  summary: 'Mail a new confirmation link; earlier links end',
  who: 'signed_in',
  per_minute: 20,
  reply: z.object({ email: z.string() }),
})
