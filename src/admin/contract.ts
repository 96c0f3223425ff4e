/** Doors of our own people. For everybody else they are not there. */
import * as z from 'zod/mini'

import { affiliations } from '#accounts/affiliations.ts'
import { workspaceRoles } from '#platform/actor.ts'
import { endpoint } from '#platform/endpoint.ts'
import { idIn, IdParam, PageNumber, Pagination } from '#platform/lists.ts'
import { requiredText } from '#platform/text.ts'

import { givenRoles } from './given-roles.ts'
import { LogRow } from './log/contract.ts'

const Person = z.object({
  id: z.int(),
  email: z.string(),
  username: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  roles: z.array(z.int()),
  /** ISO moments. */
  registered_at: z.string(),
  last_seen_at: z.nullable(z.string()),
})
export type Person = z.infer<typeof Person>

export const PersonFacts = z.extend(Person, {
  affiliations: z.array(z.enum(affiliations)),
  has_password: z.boolean(),
  two_step: z.object({
    is_on: z.boolean(),
    /** A request to reset it that waits for its approval. */
    reset: z.nullable(
      z.object({
        requested_by: z.string(),
        reason: z.string(),
        requested_at: z.string(),
        expires_at: z.string(),
        /** Whether the caller may approve it. */
        can_approve: z.boolean(),
        /** Why the caller, who could approve it otherwise, may not; null for anybody else. */
        approval_refusal: z.nullable(z.string()),
      }),
    ),
  }),
  sessions_count: z.int(),
  workspaces: z.array(
    z.object({ id: z.int(), name: z.string(), role: z.enum(workspaceRoles), members_count: z.int() }),
  ),
  /** What we did about this account, newest first. */
  history: z.array(LogRow),
  /** Whether the caller may suspend this person. */
  is_in_reach: z.boolean(),
  can_act_as: z.boolean(),
  /** Whether the caller may give this person roles, and take them. */
  can_change_roles: z.boolean(),
})
export type PersonFacts = z.infer<typeof PersonFacts>

export const listPeople = endpoint('GET', '/admin/people', {
  summary: 'People by a part of their name, email or workspace; newest first',
  who: 'staff',
  query: z.object({
    page: z.optional(PageNumber),
    search: z.optional(z.string().check(z.maxLength(200, 'Please search for fewer words.'))),
  }),
  reply: z.array(Person),
  meta: Pagination,
})

/** The description of the endpoints for staff; the answer is the document itself. */
export const staffApiDocument = endpoint('GET', '/admin/openapi.json', {
  summary: 'The description of the endpoints for staff, as OpenAPI 3.1',
  who: 'staff',
  reply: z.unknown(),
})

export const getPerson = endpoint('GET', '/admin/people/:id', {
  summary: 'What support needs to know of somebody',
  who: 'staff',
  params: IdParam,
  reply: PersonFacts,
})

export const ReasonBody = z.object({ reason: requiredText('Reason', 500, 'The reason is too long.') })

const about = { who: 'staff', params: IdParam, body: ReasonBody } as const

export const suspendPerson = endpoint('POST', '/admin/people/:id/suspend', {
  summary: 'Turn somebody away everywhere; they can only contact us',
  logs_success: 'account_suspended',
  ...about,
  reply: PersonFacts,
})

export const unsuspendPerson = endpoint('POST', '/admin/people/:id/unsuspend', {
  summary: 'Let somebody in again',
  logs_success: 'account_reinstated',
  ...about,
  reply: PersonFacts,
})

export const requestTwoStepReset = endpoint('POST', '/admin/people/:id/two-step-reset', {
  summary:
    'Request that somebody’s two-step sign-in is reset; a platform admin who did not request it approves it within 24 hours',
  ...about,
  reply: PersonFacts,
})

export const approveTwoStepReset = endpoint('POST', '/admin/people/:id/two-step-reset/approval', {
  summary: 'Approve a colleague’s request: removes every app, passkey and recovery code, and ends every session',
  ...about,
  who: 'platform_admins',
  logs_success: 'second_step_removed',
  reply: PersonFacts,
})

export const withdrawTwoStepReset = endpoint('DELETE', '/admin/people/:id/two-step-reset', {
  summary: 'Withdraw the open request to reset somebody’s two-step sign-in',
  ...about,
  reply: PersonFacts,
})

export const MasqueradeBody = z.extend(ReasonBody, {
  /** One of the customer's workspaces; without it, the one in which they work now. */
  workspace_id: z.optional(idIn('A workspace is named by its number.')),
})

export const masqueradeAs = endpoint('POST', '/admin/people/:id/masquerade', {
  summary: 'Act as somebody in this session, for an hour at most',
  logs_success: 'masquerade_started',
  ...about,
  body: MasqueradeBody,
  reply: z.object({ client_username: z.string(), expires_at: z.string() }),
})

const GivenRole = z.literal(
  givenRoles.map(({ role }) => role),
  'Choose from the list.',
)

export const RolesBody = z.object({
  roles: z.array(GivenRole).check(z.maxLength(givenRoles.length, 'Choose each role once.')),
  /** Those that the caller saw, so that nobody undoes what a colleague did meanwhile. */
  seen: z.array(z.int32()).check(z.maxLength(10, 'There are not as many roles.')),
  reason: requiredText('Reason', 500, 'The reason is too long.'),
})

export const changeRoles = endpoint('PUT', '/admin/people/:id/roles', {
  summary: 'Give somebody roles on the whole platform, or take them',
  who: 'platform_admins',
  logs_success: 'role_changed',
  params: IdParam,
  body: RolesBody,
  reply: PersonFacts,
})

export const AffiliationsBody = z.object({
  affiliations: z
    .array(z.enum(affiliations, 'Choose from the list.'))
    .check(z.maxLength(affiliations.length, 'Choose each affiliation once.')),
  /** Those that the caller saw, so that nobody undoes what a colleague did meanwhile. */
  seen: z.array(z.enum(affiliations)).check(z.maxLength(affiliations.length)),
  reason: requiredText('Reason', 500, 'The reason is too long.'),
})

export const changeAffiliations = endpoint('PUT', '/admin/people/:id/affiliations', {
  summary: 'Set how somebody is affiliated with the company: it opens links in their menus',
  who: 'staff',
  params: IdParam,
  body: AffiliationsBody,
  reply: PersonFacts,
})
