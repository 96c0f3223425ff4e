/** Staff endpoints. They do not exist for anyone else. */
import * as z from 'zod/mini'

import { workspaceRoles } from '#platform/actor.ts'
import { StaffAuditEntry } from '#platform/audit/audit-log-contract.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { idField, IdParam, PageNumber, Pagination } from '#platform/http/lists.ts'
import { requiredText, ReasonBody } from '#platform/text.ts'
import { assignableRoles } from '#workspaces/assignable-roles.ts'

import { affiliations } from '../affiliations.ts'

const PersonSummary = z.object({
  id: z.int(),
  email: z.string(),
  username: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  roles: z.array(z.int()),
  /** ISO timestamps. */
  registered_at: z.string(),
  last_seen_at: z.nullable(z.string()),
})
export type PersonSummary = z.infer<typeof PersonSummary>

export const StaffPerson = z.extend(PersonSummary, {
  affiliations: z.array(z.enum(affiliations)),
  has_password: z.boolean(),
  two_step: z.object({
    is_on: z.boolean(),
    /** The pending request to reset it. */
    reset: z.nullable(
      z.object({
        requested_by: z.string(),
        reason: z.string(),
        requested_at: z.string(),
        expires_at: z.string(),
        /** Whether the caller may approve it. */
        can_approve: z.boolean(),
        /** Why the caller, who could otherwise approve it, may not; null for everyone else. */
        approval_refusal: z.nullable(z.string()),
      }),
    ),
  }),
  sessions_count: z.int(),
  workspaces: z.array(
    z.object({ id: z.int(), name: z.string(), role: z.enum(workspaceRoles), members_count: z.int() }),
  ),
  /** What staff did about this account, newest first. */
  history: z.array(StaffAuditEntry),
  /** Whether the caller may suspend this person. */
  is_in_reach: z.boolean(),
  /** Whether the caller may unlock this person’s login and reset their two-step sign-in. */
  can_recover: z.boolean(),
  /** Whether too many wrong passwords or codes lock the login now. */
  is_locked: z.boolean(),
  can_act_as: z.boolean(),
  /** Whether the caller may change this person's roles. */
  can_change_roles: z.boolean(),
})
export type StaffPerson = z.infer<typeof StaffPerson>

export const listPeople = endpoint('GET', '/admin/people', {
  summary: 'Search people by a part of their name, email or workspace; newest first',
  who: 'staff',
  query: z.object({
    page: z.optional(PageNumber),
    search: z.optional(z.string().check(z.maxLength(200, 'Please search for fewer words.'))),
  }),
  reply: z.array(PersonSummary),
  meta: Pagination,
})

/** The description of the staff endpoints. The response is the document itself. */
export const staffApiDocument = endpoint('GET', '/admin/openapi.json', {
  summary: 'Get the description of the endpoints for staff, as OpenAPI 3.1',
  who: 'staff',
  reply: z.unknown(),
})

export const getPerson = endpoint('GET', '/admin/people/:id', {
  summary: 'Get a person with everything that support needs',
  who: 'staff',
  params: IdParam,
  reply: StaffPerson,
})

const personAction = { who: 'staff', params: IdParam, body: ReasonBody } as const

export const suspendPerson = endpoint('POST', '/admin/people/:id/suspend', {
  summary: 'Suspend a person, who can then only contact support',
  logs_success: 'account_suspended',
  ...personAction,
  reply: StaffPerson,
})

export const unsuspendPerson = endpoint('POST', '/admin/people/:id/unsuspend', {
  summary: 'Reinstate a suspended person',
  logs_success: 'account_reinstated',
  ...personAction,
  reply: StaffPerson,
})

export const requestTwoStepReset = endpoint('POST', '/admin/people/:id/two-step-reset', {
  summary:
    'Request a reset of a person’s two-step sign-in; a platform admin who did not request it approves it within 24 hours',
  ...personAction,
  reply: StaffPerson,
})

export const approveTwoStepReset = endpoint('POST', '/admin/people/:id/two-step-reset/approval', {
  summary: 'Approve a colleague’s request: removes every app, passkey and recovery code, and ends every session',
  ...personAction,
  who: 'platform_admins',
  logs_success: 'second_step_removed',
  reply: StaffPerson,
})

export const withdrawTwoStepReset = endpoint('DELETE', '/admin/people/:id/two-step-reset', {
  summary: 'Withdraw the open request to reset a person’s two-step sign-in',
  ...personAction,
  reply: StaffPerson,
})

export const MasqueradeBody = z.extend(ReasonBody, {
  /** One of the customer's workspaces; defaults to their current one. */
  workspace_id: z.optional(idField('A workspace is named by its number.')),
})

export const masqueradeAs = endpoint('POST', '/admin/people/:id/masquerade', {
  summary: 'Act as a customer in this session, for at most an hour',
  logs_success: 'masquerade_started',
  ...personAction,
  body: MasqueradeBody,
  reply: z.object({ client_username: z.string(), expires_at: z.string() }),
})

const AssignableRoleInput = z.literal(
  assignableRoles.map(({ role }) => role),
  'Choose from the list.',
)

export const RolesBody = z.object({
  roles: z.array(AssignableRoleInput).check(z.maxLength(assignableRoles.length, 'Choose each role once.')),
  /** The roles that the caller saw, so that a colleague's change is not overwritten. */
  seen: z.array(z.int32()).check(z.maxLength(10, 'There are not as many roles.')),
  reason: requiredText('Reason', 500, 'The reason is too long.'),
})

export const changeRoles = endpoint('PUT', '/admin/people/:id/roles', {
  summary: 'Change a person’s platform roles',
  who: 'platform_admins',
  logs_success: 'role_changed',
  params: IdParam,
  body: RolesBody,
  reply: StaffPerson,
})

export const leaveStaff = endpoint('POST', '/admin/staff/leave', {
  summary: 'Leave the staff: lose every staff role; the only platform admin can’t',
  who: 'editors',
  logs_success: 'role_changed',
  body: ReasonBody,
  reply: z.null(),
  refusals: [409],
})

export const unlockPerson = endpoint('POST', '/admin/people/:id/unlock', {
  summary: 'Unlock the login of a person who entered too many wrong passwords or codes',
  ...personAction,
  reply: StaffPerson,
})

export const AffiliationsBody = z.object({
  affiliations: z
    .array(z.enum(affiliations, 'Choose from the list.'))
    .check(z.maxLength(affiliations.length, 'Choose each affiliation once.')),
  /** The affiliations that the caller saw, so that a colleague's change is not overwritten. */
  seen: z.array(z.enum(affiliations)).check(z.maxLength(affiliations.length)),
  reason: requiredText('Reason', 500, 'The reason is too long.'),
})

export const changeAffiliations = endpoint('PUT', '/admin/people/:id/affiliations', {
  summary: 'Set a person’s affiliations with the company, which add links to their menus',
  who: 'staff',
  params: IdParam,
  body: AffiliationsBody,
  reply: StaffPerson,
})
