import * as z from 'zod/mini'

import { flagNames } from '../../flags/flags.ts'
import { endpoint } from '../../http/endpoint.ts'
import { idField } from '../../http/lists.ts'

const FlagStateFields = { is_on: z.boolean(), share: z.int() }

const FlagShape = z.object({
  key: z.enum(flagNames),
  about: z.string(),
  ...FlagStateFields,
  people: z.array(z.object({ id: z.int(), email: z.string() })),
  workspaces: z.array(z.object({ id: z.int(), name: z.string() })),
  /** The last ten changes, newest first. `email` is null when the account is deleted. */
  history: z.array(
    z.object({
      at: z.string(),
      email: z.nullable(z.string()),
      after: z.object({ ...FlagStateFields, people: z.int(), workspaces: z.int() }),
    }),
  ),
})
export type Flag = z.infer<typeof FlagShape>

export const listAdminFlags = endpoint('GET', '/admin/flags', {
  summary: 'List flags: who each is on for, and who changed it',
  who: 'platform_admins',
  reply: z.array(FlagShape),
})

const SHARE_MESSAGE = 'The share is a whole number between 0 and 100.'
const MAX_NAMED = 200

export const FlagBody = z.object({
  is_on: z.boolean('On or off?'),
  share: z.int(SHARE_MESSAGE).check(z.minimum(0, SHARE_MESSAGE), z.maximum(100, SHARE_MESSAGE)),
  emails: z
    .array(z.string().check(z.trim(), z.maxLength(254, 'An email is too long.')))
    .check(z.maxLength(MAX_NAMED, `At most ${MAX_NAMED} people can be named.`)),
  workspace_ids: z
    .array(idField('A workspace is named by its number.'))
    .check(z.maxLength(MAX_NAMED, `At most ${MAX_NAMED} workspaces can be named.`)),
})

export const setAdminFlag = endpoint('PUT', '/admin/flags/:key', {
  summary: 'Set who a flag is on for; every change is recorded',
  who: 'platform_admins',
  params: z.object({ key: z.enum(flagNames) }),
  body: FlagBody,
  reply: FlagShape,
})
