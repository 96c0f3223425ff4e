/** What an endpoint needs that accepts a mailed invite. */
import * as z from 'zod/mini'

import { NewPassword } from './passwords.ts'
import { FirstName, LastName } from './profile.ts'

/** For a new account; an existing one is signed in. */
export const InviteeBody = z.object({
  first_name: z.optional(FirstName),
  last_name: z.optional(LastName),
  password: z.optional(NewPassword),
})
export type InviteeBody = z.infer<typeof InviteeBody>

export const MailedInvite = z.object({
  email: z.string(),
  invited_by: z.string(),
  expires_at: z.string(),
  /** Whether the invited email has an account, which has to be signed in. */
  has_account: z.boolean(),
  /** The signed-in email; null for a guest. */
  signed_in_as: z.nullable(z.string()),
})
export type MailedInvite = z.infer<typeof MailedInvite>

export const InviteTokenParam = z.object({ token: z.string().check(z.maxLength(200)) })
