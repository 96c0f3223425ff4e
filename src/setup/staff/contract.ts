/** API of the staff: who belongs to it, and invites. Roles of people are changed by `changeRoles` of accounts. */
import * as z from 'zod/mini'

import { Email, User } from '#accounts/contract.ts'
import { InviteeBody, InviteTokenParam, MailedInvite } from '#accounts/mailed-invite.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { IdParam } from '#platform/http/lists.ts'
import { assignableRoles } from '#workspaces/assignable-roles.ts'

const StaffMember = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  roles: z.array(z.int()),
  is_suspended: z.boolean(),
  has_two_step: z.boolean(),
  last_seen_at: z.nullable(z.string()),
})
export type StaffMember = z.infer<typeof StaffMember>

const StaffInvite = z.object({
  id: z.int(),
  email: z.string(),
  roles: z.array(z.int()),
  invited_by: z.string(),
  created_at: z.string(),
  expires_at: z.string(),
  is_expired: z.boolean(),
})
export type StaffInvite = z.infer<typeof StaffInvite>

const StaffList = z.object({ members: z.array(StaffMember), invites: z.array(StaffInvite) })

export const listStaff = endpoint('GET', '/admin/staff', {
  summary: 'List the staff with their roles and second steps, and the pending invites',
  who: 'platform_admins',
  reply: StaffList,
})

export const StaffInviteBody = z.object({
  email: Email,
  roles: z
    .array(
      z.literal(
        assignableRoles.map(({ role }) => role),
        'Choose from the list.',
      ),
      'Choose at least one role.',
    )
    .check(z.minLength(1, 'Choose at least one role.'), z.maxLength(assignableRoles.length, 'Choose each role once.')),
})

export const inviteStaff = endpoint('POST', '/admin/staff/invites', {
  summary: 'Invite somebody to the staff: mails a link that works for seven days',
  who: 'platform_admins',
  per_minute: 20,
  body: StaffInviteBody,
  reply: StaffList,
})

export const resendStaffInvite = endpoint('POST', '/admin/staff/invites/:id/mail', {
  summary: 'Mail a new link for an invite; the one before stops working',
  who: 'platform_admins',
  per_minute: 20,
  params: IdParam,
  reply: StaffList,
})

export const revokeStaffInvite = endpoint('DELETE', '/admin/staff/invites/:id', {
  summary: 'Revoke a pending invite',
  who: 'platform_admins',
  params: IdParam,
  reply: StaffList,
})

export const getStaffInvite = endpoint('GET', '/staff-invites/:token', {
  summary: 'Get an invite to the staff by its mailed link: 404 unknown, 410 used, revoked or expired',
  who: 'anyone',
  before_opening: 'allowed',
  per_minute: 60,
  params: InviteTokenParam,
  reply: z.extend(MailedInvite, { roles: z.array(z.string()) }),
  refusals: [404, 410],
})

export const acceptStaffInvite = endpoint('POST', '/staff-invites/:token', {
  summary: 'Accept an invite to the staff: with the signed-in account of its email, or with a new one',
  who: 'anyone',
  before_opening: 'allowed',
  logs_refusal: 'sign_in_failed',
  per_minute: 20,
  params: InviteTokenParam,
  body: InviteeBody,
  reply: User,
  refusals: [401, 404, 409, 410],
})
