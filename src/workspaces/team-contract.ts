import * as z from 'zod/mini'

import { workspaceRoles } from '#platform/actor.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { IdParam, numberParam, PageNumber, Pagination } from '#platform/http/lists.ts'
import { AvatarBody, UploadParameters } from '#platform/images/contract.ts'
import { nameText } from '#platform/text.ts'

import { CurrentWorkspace } from './contract.ts'
import { assignableRoles } from './roles.ts'

export const memberSorts = ['name', 'role', 'newest'] as const
/** The highest number of invitees in one request. */
export const MAX_INVITEES = 20

const ROLE_TEXT = 'Please choose a role.'
const AssignableWorkspaceRole = z.enum(assignableRoles, ROLE_TEXT)

/** A member of the workspace or a pending invite. */
export const TeamMember = z.object({
  kind: z.enum(['member', 'invite']),
  /** The user's id, or the invite's. */
  id: z.int(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  avatar_url: z.nullable(z.string()),
  role: z.enum(workspaceRoles),
  /** The time of joining, or of the invite. */
  since: z.string(),
  /** Whether the invite has expired, after seven days. */
  is_expired: z.boolean(),
  is_you: z.boolean(),
})
export type TeamMember = z.infer<typeof TeamMember>

export const Invite = z.object({
  id: z.int(),
  email: z.string(),
  role: z.enum(assignableRoles),
  expires_at: z.string(),
})
export type Invite = z.infer<typeof Invite>

export const InviteEmail = z
  .string('Please enter a valid email')
  .check(z.trim(), z.maxLength(254, 'Please enter a valid email'), z.email('Please enter a valid email'))

/** The token of an invite’s link. Its name is that of the invite’s id, because the addresses are alike. */
const InviteParam = z.object({ id: z.string() })

export const getWorkspaceOverview = endpoint('GET', '/workspaces/overview', {
  summary: 'Get the current workspace’s name, managers and size',
  who: 'signed_in',
  masquerade: 'allowed',
  reply: z.object({
    name: z.string(),
    avatar_url: z.nullable(z.string()),
    owner_email: z.string(),
    /** Owners, then admins: members who can change roles. */
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
  summary: 'Get the URL and parameters for uploading the workspace’s picture to the image host',
  who: 'signed_in',
  per_minute: 60,
  reply: UploadParameters,
})

export const saveWorkspaceAvatar = endpoint('PUT', '/workspace/avatar', {
  summary: 'Set the current workspace’s picture to an uploaded one, or remove it',
  who: 'signed_in',
  body: AvatarBody,
  reply: CurrentWorkspace,
})

export const listMembers = endpoint('GET', '/workspace/members', {
  summary: 'List the members and pending invites of the current workspace',
  who: 'signed_in',
  masquerade: 'allowed',
  query: z.object({
    page: z.optional(PageNumber),
    sort: z.optional(z.enum(memberSorts, 'Please choose from the list.')),
    'search[query]': z.optional(z.string().check(z.maxLength(200, 'Please search for fewer words.'))),
  }),
  reply: z.array(TeamMember),
  /** `people`: the number of members on all pages. The rest of `total` are pending invites. */
  meta: z.extend(Pagination, { people: z.int() }),
})

export const changeMemberRole = endpoint('PUT', '/workspace/members/:id/role', {
  summary: 'Change the role of a member of the current workspace',
  who: 'signed_in',
  logs_success: 'role_changed',
  params: IdParam,
  body: z.object({ role: AssignableWorkspaceRole }),
  reply: z.object({ id: z.int(), role: z.enum(workspaceRoles) }),
})

export const removeMember = endpoint('DELETE', '/workspace/members/:id', {
  summary: 'Remove a member from the current workspace, or leave it; the last owner cannot leave',
  who: 'signed_in',
  params: IdParam,
  reply: z.null(),
})

export const TransferOwnershipBody = z.object({
  password: z
    .string('Password is required.')
    .check(z.minLength(1, 'Password is required.'), z.maxLength(1_000, 'Password is required.')),
})

export const transferOwnership = endpoint('POST', '/workspaces/owner/:newOwnerId', {
  summary: 'Transfer the current workspace to another member; requires the password and mails both',
  who: 'signed_in',
  logs_success: 'role_changed',
  per_minute: 10,
  params: z.object({ newOwnerId: numberParam() }),
  body: TransferOwnershipBody,
  reply: CurrentWorkspace,
})

const FIRST_INVITEE_TEXT = 'Please enter an email and select a role for the first invitee'

export const Invitees = z
  .array(z.object({ email: InviteEmail, role: z._default(AssignableWorkspaceRole, 'guest') }), FIRST_INVITEE_TEXT)
  .check(z.maxLength(MAX_INVITEES, `Please invite at most ${MAX_INVITEES} people at a time.`))

export const inviteTeammates = endpoint('POST', '/workspace/invite', {
  summary: 'Invite people to the current workspace by mail: all of them or, when one is refused, none',
  who: 'signed_in',
  per_minute: 10,
  body: z.object({
    invitees: Invitees.check(z.minLength(1, FIRST_INVITEE_TEXT)),
  }),
  reply: z.array(Invite),
})

/** The web client sends `{}`, so the invite keeps its role. `changeInvite` changes the role. */
export const resendInvite = endpoint('POST', '/workspaces/invite/:id/resend', {
  summary:
    'Resend an invite with a new link, valid for seven days; earlier links stop working. Without a role, the role is unchanged',
  who: 'signed_in',
  per_minute: 10,
  params: IdParam,
  body: z.object({ role: z.optional(AssignableWorkspaceRole) }),
  reply: Invite,
})

export const changeInvite = endpoint('PUT', '/workspaces/invite/:id', {
  summary: 'Change the role of an invite',
  who: 'signed_in',
  params: IdParam,
  body: z.object({ role: AssignableWorkspaceRole }),
  reply: Invite,
})

export const copyInviteLink = endpoint('POST', '/workspaces/invite/:id/link', {
  summary: 'Create another link to an invite, for copying',
  who: 'signed_in',
  per_minute: 30,
  params: IdParam,
  reply: z.object({ link: z.string() }),
  refusals: [410],
})

export const revokeInvite = endpoint('DELETE', '/workspace/invite', {
  summary: 'Revoke an invite: its links stop working',
  who: 'signed_in',
  body: z.object({ email: InviteEmail }),
  reply: z.null(),
  refusals: [404],
})

export const readInvite = endpoint('GET', '/workspaces/invite/:id', {
  summary: 'Get an invite’s email, workspace and role by its link token',
  who: 'anyone',
  per_minute: 60,
  params: InviteParam,
  reply: z.object({
    email: z.string(),
    workspace_name: z.string(),
    role: z.enum(assignableRoles),
    /** Whether the link was mailed, which also confirms the email. A copied link does not. */
    is_mailed: z.boolean(),
  }),
  refusals: [410],
})

export const acceptInvite = endpoint('POST', '/workspaces/invite/accept', {
  summary: 'Accept an invite and switch to its workspace; 409 for a copied link until the email is confirmed',
  who: 'signed_in',
  per_minute: 30,
  body: z.object({
    invite_token: z
      .string('This invitation link is not complete.')
      .check(z.maxLength(200, 'This invitation link is not complete.')),
  }),
  reply: CurrentWorkspace,
  refusals: [404, 410],
})
