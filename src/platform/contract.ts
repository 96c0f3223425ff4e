/** The API contract of endpoints that belong to the whole shop. */
import * as z from 'zod/mini'

import { browserFlags, type BrowserFlag } from './flags/flags.ts'
import { MAX_MESSAGE_LENGTH, MAX_PATH_LENGTH, MAX_STACK_LENGTH } from './http/client-error.ts'
import { endpoint } from './http/endpoint.ts'

export const getFlags = endpoint('GET', '/flags', {
  summary: 'List the feature flags for this browser, user and workspace',
  who: 'anyone',
  before_opening: 'allowed',
  masquerade: 'allowed',
  reply: z.object(
    Object.fromEntries(browserFlags.map(name => [name, z.boolean()])) as Record<BrowserFlag, z.ZodMiniBoolean>,
  ),
})

export const reportClientError = endpoint('POST', '/client-errors', {
  summary: 'Report an error from a browser',
  who: 'anyone',
  before_opening: 'allowed',
  masquerade: 'allowed',
  open_to_suspended: true,
  per_minute: 20,
  max_bytes: 16_384,
  body: z.object({
    message: z.string('Please say what broke.').check(z.minLength(1), z.maxLength(MAX_MESSAGE_LENGTH)),
    stack: z._default(z.string().check(z.maxLength(MAX_STACK_LENGTH)), ''),
    path: z.string('Please say where it broke.').check(z.maxLength(MAX_PATH_LENGTH)),
  }),
  reply: z.null(),
})
