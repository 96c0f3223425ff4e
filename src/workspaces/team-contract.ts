import * as z from 'zod/mini'

import { workspaceRoles } from '#platform/actor.ts'
import { endpoint } from '#platform/endpoint.ts'
import { AvatarBody, UploadParameters } from '#platform/images/contract.ts'
import { IdParam, numberIn, PageNumber, Pagination } from '#platform/lists.ts'
import { nameText } from '#platform/text.ts'

import { CurrentWorkspace } from './contract.ts'
import { givenRoles } from './roles.ts'

export const memberSorts = ['name', 'role', 'newest'] as const
/** At most so many are asked in at once. */
export const most_invitees = 20

const role_text = 'Please choose a role.'
const GivenRole = z.enum(givenRoles, role_text)

/** Somebody in the workspace, or somebody asked in. */
export const TeamMember = z.object({
  kind: z.enum(['member', 'invite']),
  /** The person's id, or the invite's. */
  id: z.int(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  avatar_url: z.nullable(z.string()),
  role: z.enum(workspaceRoles),
  /** When they joined, or were asked. */
  since: z.string(),
  /** An invite whose seven days are over. */
  is_expired: z.boolean(),
  is_you: z.boolean(),
})
export type TeamMember = z.infer<typeof TeamMember>

export const Invite = z.object({
  id: z.int(),
  email: z.string(),
  role: z.enum(givenRoles),
  expires_at: z.string(),
})
export type Invite = z.infer<typeof Invite>

export const InviteEmail = z
  .string('Please enter a valid email')
  .check(z.trim(), z.maxLength(254, 'Please enter a valid email'), z.email('Please enter a valid email'))

const InviteParam = z.object({ token: z.string() })

export const getWorkspaceOverview = endpoint('GET', '/workspaces/overview', {
  summary: 'What the current workspace is: its name, who runs it, its size',
  who: 'signed_in',
  masquerade: 'allowed',
  reply: z.object({
    name: z.string(),
    avatar_url: z.nullable(z.string()),
    owner_email: z.string(),
    /** Owners, then admins: whom to ask for another role. */
    managers: z.array(z.object({ name: z.string(), email: z.string() })),
    members_count: z.int(),
    invites_count: z.int(),
  }),
})

export const WorkspaceNameBody = z.object({
  name: nameText('Workspace name', 255, 'The workspace name is too long.'),
})

export const renameWorkspace = endpoint('PUT', '/workspaces/name', {
  summary: 'Rename the current workspace',
  who: 'signed_in',
  masquerade: 'allowed',
  body: WorkspaceNameBody,
  reply: CurrentWorkspace,
})

export const getWorkspaceAvatarUpload = endpoint('GET', '/workspace/avatar/upload-parameters', {
  summary: 'What an upload of the workspace’s picture to the image host carries, and where it goes',
  who: 'signed_in',
  per_minute: 60,
  reply: UploadParameters,
})

export const saveWorkspaceAvatar = endpoint('PUT', '/workspace/avatar', {
  summary: 'Show a picture of the current workspace that was uploaded, or none',
  who: 'signed_in',
  body: AvatarBody,
  reply: CurrentWorkspace,
})

export const listMembers = endpoint('GET', '/workspace/members', {
  summary: 'Everybody in the current workspace and everybody asked in',
  who: 'signed_in',
  masquerade: 'allowed',
  query: z.object({
    page: z.optional(PageNumber),
    sort: z.optional(z.enum(memberSorts, 'Please choose from the list.')),
    'search[query]': z.optional(z.string().check(z.maxLength(200, 'Please search for fewer words.'))),
  }),
  reply: z.array(TeamMember),
  /** Of all pages: people in the workspace. The rest of `total` are invites that wait. */
  meta: z.extend(Pagination, { people: z.int() }),
})

export const changeMemberRole = endpoint('PUT', '/workspace/members/:id/role', {
  summary: 'Give somebody in the current workspace another role',
  who: 'signed_in',
  logs_success: 'role_changed',
  params: IdParam,
  body: z.object({ role: GivenRole }),
  reply: z.object({ id: z.int(), role: z.enum(workspaceRoles) }),
})

export const removeMember = endpoint('DELETE', '/workspace/members/:id', {
  summary: 'Take somebody out of the current workspace, or leave it oneself; the last owner stays',
  who: 'signed_in',
  params: IdParam,
  reply: z.null(),
})

export const OwnerBody = z.object({
  password: z
    .string('Password is required.')
    .check(z.minLength(1, 'Password is required.'), z.maxLength(1_000, 'Password is required.')),
})

export const makeOwner = endpoint('POST', '/workspaces/owner/:newOwnerId', {
  summary: 'Hand the current workspace over to somebody in it; asks for the password again and tells both by mail',
  who: 'signed_in',
  logs_success: 'role_changed',
  per_minute: 10,
  params: z.object({ newOwnerId: numberIn() }),
  body: OwnerBody,
  reply: CurrentWorkspace,
})

const first_invitee_text = 'Please enter an email and select a role for the first invitee'

export const Invitees = z
  .array(z.object({ email: InviteEmail, role: z._default(GivenRole, 'guest') }), first_invitee_text)
  .check(z.maxLength(most_invitees, `Please invite at most ${most_invitees} people at a time.`))

export const inviteTeammates = endpoint('POST', '/workspace/invite', {
  summary: 'Ask people into the current workspace by mail: all of them or, when one cannot be, none',
  who: 'signed_in',
  per_minute: 10,
  body: z.object({
    invitees: Invitees.check(z.minLength(1, first_invitee_text)),
  }),
  reply: z.array(Invite),
})

/** The web sends `{}`, so that the role stays as it was invited: another role is `changeInvite`'s matter. */
export const resendInvite = endpoint('POST', '/workspaces/invite/:id/resend', {
  summary: 'Send an invite again with a new link for another seven days; earlier links end. Without a role it stays',
  who: 'signed_in',
  per_minute: 10,
  params: IdParam,
  body: z.object({ role: z.optional(GivenRole) }),
  reply: Invite,
})

export const changeInvite = endpoint('PUT', '/workspaces/invite/:id', {
  summary: 'Change the role that an invite gives',
  who: 'signed_in',
  params: IdParam,
  body: z.object({ role: GivenRole }),
  reply: Invite,
})

export const copyInviteLink = endpoint('POST', '/workspaces/invite/:id/link', {
  summary: 'One more link that opens an invite, to be passed on by hand',
  who: 'signed_in',
  per_minute: 30,
  params: IdParam,
  reply: z.object({ link: z.string() }),
})

export const revokeInvite = endpoint('DELETE', '/workspace/invite', {
  summary: 'Take an invite back: its links open nothing anymore',
  who: 'signed_in',
  body: z.object({ email: InviteEmail }),
  reply: z.null(),
})

export const readInvite = endpoint('GET', '/workspaces/invite/:token', {
  summary: 'Whom an invite is for and where it leads, for whoever has its link',
  who: 'anyone',
  per_minute: 60,
  params: InviteParam,
  reply: z.object({
    email: z.string(),
    workspace_name: z.string(),
    role: z.enum(givenRoles),
    /** Its link came by mail, so it confirms the email, too. A copied link does not. */
    is_mailed: z.boolean(),
  }),
})

export const acceptInvite = endpoint('POST', '/workspaces/invite/accept', {
  summary:
    'Join the workspace that an invite is for, and work there from now on; 409 while a copied link waits for the email to be confirmed',
  who: 'signed_in',
  per_minute: 30,
  body: z.object({
    invite_token: z
      .string('This invitation link is not complete.')
      .check(z.maxLength(200, 'This invitation link is not complete.')),
  }),
  reply: CurrentWorkspace,
})
