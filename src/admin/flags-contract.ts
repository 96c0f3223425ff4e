import * as z from 'zod/mini'

import { endpoint } from '#platform/endpoint.ts'
import { flagNames } from '#platform/flags.ts'
import { idIn } from '#platform/lists.ts'

const State = { is_on: z.boolean(), share: z.int() }

const FlagShape = z.object({
  key: z.enum(flagNames),
  about: z.string(),
  ...State,
  people: z.array(z.object({ id: z.int(), email: z.string() })),
  workspaces: z.array(z.object({ id: z.int(), name: z.string() })),
  /** The last ten changes, the newest first; `email` is null when the account is gone. */
  history: z.array(
    z.object({
      at: z.string(),
      email: z.nullable(z.string()),
      after: z.object({ ...State, people: z.int(), workspaces: z.int() }),
    }),
  ),
})
export type Flag = z.infer<typeof FlagShape>

export const listAdminFlags = endpoint('GET', '/admin/flags', {
  summary: 'Every flag: for whom it is on, and who changed it',
  who: 'platform_admins',
  reply: z.array(FlagShape),
})

const share_text = 'The share is a whole number between 0 and 100.'
const most_named = 200

export const FlagBody = z.object({
  is_on: z.boolean('On or off?'),
  share: z.int(share_text).check(z.minimum(0, share_text), z.maximum(100, share_text)),
  emails: z
    .array(z.string().check(z.trim(), z.maxLength(254, 'An email is too long.')))
    .check(z.maxLength(most_named, `At most ${most_named} people can be named.`)),
  workspace_ids: z
    .array(idIn('A workspace is named by its number.'))
    .check(z.maxLength(most_named, `At most ${most_named} workspaces can be named.`)),
})

export const setAdminFlag = endpoint('PUT', '/admin/flags/:key', {
  summary: 'Say for whom a flag is on; every change is written down',
  who: 'platform_admins',
  params: z.object({ key: z.enum(flagNames) }),
  body: FlagBody,
  reply: FlagShape,
})
