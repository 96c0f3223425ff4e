/** Endpoints that belong to no part of the shop but to all of it. */
import * as z from 'zod/mini'

import { most_message, most_path, most_stack } from './client-error.ts'
import { endpoint } from './endpoint.ts'
import { browserFlags, type BrowserFlag } from './flags.ts'

export const getFlags = endpoint('GET', '/flags', {
  summary: 'Which parts of the shop are on for this browser, person and workspace',
  who: 'anyone',
  masquerade: 'allowed',
  reply: z.object(
    Object.fromEntries(browserFlags.map(name => [name, z.boolean()])) as Record<BrowserFlag, z.ZodMiniBoolean>,
  ),
})

export const tellClientError = endpoint('POST', '/client-errors', {
  summary: 'Something broke in a browser',
  who: 'anyone',
  masquerade: 'allowed',
  open_to_suspended: true,
  per_minute: 20,
  most_bytes: 16_384,
  body: z.object({
    message: z.string('Please say what broke.').check(z.minLength(1), z.maxLength(most_message)),
    stack: z._default(z.string().check(z.maxLength(most_stack)), ''),
    path: z.string('Please say where it broke.').check(z.maxLength(most_path)),
  }),
  reply: z.null(),
})
