/** The actions of staff on an account. Each takes a reason and is recorded. */

import { RELATED_REFUSAL, findRelatedAccounts } from '#approvals/admin/related-accounts.server.ts'
import type { Member } from '#platform/actor.ts'
import { writeAuditEntry } from '#platform/audit/audit-log.server.ts'
import type { Trx } from '#platform/db/database.server.ts'
import { refuse } from '#platform/http/refusal.ts'
import { recordEvent } from '#platform/jobs/outbox.server.ts'
import { platformRoles } from '#platform/platform-roles.ts'
import {
  assignableRoles,
  pickAssignableRoles,
  roleLabelsOf,
  type AssignableRole,
} from '#workspaces/assignable-roles.ts'
import { beginMasquerade } from '#workspaces/masquerade.server.ts'
import { canModerateAccount, canRecoverAccount, isPlatformAdmin } from '#workspaces/policy.ts'

import { setAffiliations } from '../affiliations.server.ts'
import { affiliationLabels, toAffiliations, type Affiliation } from '../affiliations.ts'
import { isLocked, unlockLogin } from '../attempts.server.ts'
import { isLastAdmin, LAST_ADMIN_REFUSAL } from '../last-admin.server.ts'
import { isPlaceholderEmail } from '../placeholder-email.ts'
import { setPlatformRole } from '../platform-roles.server.ts'
import { setSuspended } from '../suspension.server.ts'
import { approveReset, getOpenReset, requestReset, withdrawReset } from '../two-step/reset.server.ts'

const OWN_ACCOUNT_REFUSAL = 'This is your own account. Please ask a colleague.'

type StaffSession = Pick<Member, 'user_id' | 'session_id'>
type AccountActionInput = { user_id: number; reason: string; now: Date }

/** Suspends or reinstates. Throws 404 for nobody, 403 for a higher role or oneself, 409 when nothing would change. */
export const setPersonSuspended = async (
  trx: Trx,
  staff: StaffSession,
  { suspended, ...input }: AccountActionInput & { suspended: boolean },
) => {
  await lockManageablePerson(trx, staff, input.user_id)
  if (!(await setSuspended(trx, input.user_id, suspended)))
    throw refuse(409, suspended ? 'This account is suspended already.' : 'This account is not suspended.')
  await logPersonAction(trx, staff, { ...input, action: suspended ? 'suspended' : 'reinstated' })
}

/** Starts a masquerade and returns the session's new token. Refuses like `beginMasquerade`. */
export const startMasquerade = async (
  trx: Trx,
  staff: StaffSession,
  { user_id, workspace_id, reason, now }: AccountActionInput & { workspace_id?: number },
) => {
  const session = await beginMasquerade(trx, staff, { client_user_id: user_id, workspace_id, reason, now })
  await logPersonAction(trx, staff, { user_id, reason, now, action: 'masquerade_started' })
  return session
}

type RolesInput = AccountActionInput & { roles: readonly AssignableRole[]; seen: readonly number[] }

/** Throws 404 for nobody, 403 for oneself, 409 when the account cannot have the roles or they changed meanwhile. */
export const setRoles = async (trx: Trx, staff: StaffSession, { user_id, roles, seen, reason, now }: RolesInput) => {
  const { staffRoles, person } = await lockStaffAndPerson(trx, staff, user_id)
  // Nobody changes their own roles: who leaves the staff uses `leaveStaff`.
  if (user_id === staff.user_id) throw refuse(403, OWN_ACCOUNT_REFUSAL)
  if (!isPlatformAdmin(staffRoles)) throw refuse(403, 'Your role does not include changing roles.')
  if (isPlaceholderEmail(person.email)) throw refuse(409, 'This account was deleted.')
  if (person.platform_roles.includes(platformRoles.suspended))
    throw refuse(409, 'This account is suspended. Reinstate it first.')
  const before = pickAssignableRoles(person.platform_roles)
  const after = pickAssignableRoles(roles)
  if (String(before) !== String(pickAssignableRoles(seen)))
    throw refuse(409, 'Someone else has changed these roles. Please check them and try again.')
  if (String(before) === String(after)) throw refuse(409, 'This person already has these roles.')
  if (!person.email_verified_at && after.some(role => !before.includes(role)))
    throw refuse(409, 'This email is not confirmed yet, so its owner is unknown.')
  const losesAdmin = before.includes(platformRoles.platform_admin) && !after.includes(platformRoles.platform_admin)
  if (losesAdmin && (await isLastAdmin(trx, user_id))) throw refuse(409, LAST_ADMIN_REFUSAL)
  for (const { role } of assignableRoles)
    if (before.includes(role) !== after.includes(role)) await setPlatformRole(trx, user_id, role, after.includes(role))
  const changes = { roles: [roleLabelsOf(before).join(', '), roleLabelsOf(after).join(', ')] } as const
  const entry = { about: 'person', about_key: user_id, action: 'roles_changed', reason, changes } as const
  await writeAuditEntry(trx, { ...entry, staff_user_id: staff.user_id, now })
  await recordEvent(trx, 'user.roles_changed', { user_id, roles: roleLabelsOf(after) })
}

/** Removes every staff role of the caller. Throws 409 for the only platform admin. */
export const leaveStaff = async (trx: Trx, staff: StaffSession, { reason, now }: { reason: string; now: Date }) => {
  const { user_id } = staff
  const { person } = await lockStaffAndPerson(trx, staff, user_id)
  if (await isLastAdmin(trx, user_id)) throw refuse(409, LAST_ADMIN_REFUSAL)
  const before = pickAssignableRoles(person.platform_roles)
  for (const role of before) await setPlatformRole(trx, user_id, role, false)
  const changes = { roles: [roleLabelsOf(before).join(', '), ''] } as const
  const entry = { about: 'person', about_key: user_id, action: 'staff_left', reason, changes } as const
  await writeAuditEntry(trx, { ...entry, staff_user_id: user_id, now })
  await recordEvent(trx, 'user.roles_changed', { user_id, roles: [] })
}

/** Forgets wrong passwords and codes. Throws 404 for nobody, 403 for a higher role or oneself, 409 when it isn't locked. */
export const unlockPerson = async (trx: Trx, staff: StaffSession, { user_id, reason, now }: AccountActionInput) => {
  const { email } = await lockRecoverablePerson(trx, staff, user_id)
  if (!(await isLocked(trx, email, now))) throw refuse(409, 'This login isn’t locked.')
  await unlockLogin(trx, email)
  const entry = { about: 'person', about_key: user_id, action: 'unlocked', reason } as const
  await writeAuditEntry(trx, { ...entry, staff_user_id: staff.user_id, now })
}

type AffiliationsInput = AccountActionInput & { affiliations: readonly Affiliation[]; seen: readonly Affiliation[] }

/**
 * Throws 404 for nobody, 403 for a higher role or oneself, 409 when they changed meanwhile or nothing would change.
 */
export const changeAffiliations = async (
  trx: Trx,
  staff: StaffSession,
  { user_id, affiliations, seen, reason, now }: AffiliationsInput,
) => {
  const person = await lockManageablePerson(trx, staff, user_id)
  if (isPlaceholderEmail(person.email)) throw refuse(409, 'This account was deleted.')
  const before = toAffiliations(person.affiliations)
  const after = toAffiliations(affiliations)
  if (String(before) !== String(toAffiliations(seen)))
    throw refuse(409, 'Someone else has changed these affiliations. Please check them and try again.')
  if (String(before) === String(after)) throw refuse(409, 'This person already has these affiliations.')
  await setAffiliations(trx, user_id, after)
  const joinLabels = (list: readonly Affiliation[]) =>
    list.map(affiliation => affiliationLabels[affiliation]).join(', ')
  const changes = { affiliations: [joinLabels(before), joinLabels(after)] } as const
  const entry = { about: 'person', about_key: user_id, action: 'affiliations_changed', reason, changes } as const
  await writeAuditEntry(trx, { ...entry, staff_user_id: staff.user_id, now })
}

const resetSteps = {
  request: { carryOut: requestReset, action: 'two_step_reset_requested' },
  approve: { carryOut: approveReset, action: 'two_step_reset_approved' },
  withdraw: { carryOut: withdrawReset, action: 'two_step_reset_withdrawn' },
} as const

/**
 * Takes one step of a two-step reset. Throws 404 for nobody, 403 for a higher role, oneself, one's own request or an
 * approval by a related account, 409 when the reset is not at that step.
 */
export const resetTwoStep = async (
  trx: Trx,
  staff: StaffSession,
  { step, user_id, reason, now }: AccountActionInput & { step: keyof typeof resetSteps },
) => {
  await lockRecoverablePerson(trx, staff, user_id)
  const openReset = step === 'approve' ? await getOpenReset(trx, user_id, now) : undefined
  if (openReset && (await findRelatedAccounts(trx, openReset.requested_by, now)).has(staff.user_id))
    throw refuse(403, RELATED_REFUSAL)
  const { carryOut, action } = resetSteps[step]
  await carryOut(trx, { user_id, staff_user_id: staff.user_id, reason, now })
  await writeAuditEntry(trx, { about: 'person', about_key: user_id, action, reason, staff_user_id: staff.user_id, now })
}

const lockManageablePerson = async (trx: Trx, staff: StaffSession, user_id: number) => {
  const { staffRoles, person } = await lockStaffAndPerson(trx, staff, user_id)
  if (user_id === staff.user_id) throw refuse(403, OWN_ACCOUNT_REFUSAL)
  if (!canModerateAccount(staffRoles, person.platform_roles))
    throw refuse(403, 'Your role does not include changes to this account.')
  return person
}

/** Platform admins also help each other back into their accounts. A reset of two-step sign-in takes two of them. */
const lockRecoverablePerson = async (trx: Trx, staff: StaffSession, user_id: number) => {
  const { staffRoles, person } = await lockStaffAndPerson(trx, staff, user_id)
  if (user_id === staff.user_id) throw refuse(403, OWN_ACCOUNT_REFUSAL)
  if (!canRecoverAccount(staffRoles, person.platform_roles))
    throw refuse(403, 'Your role does not include changes to this account.')
  return person
}

/** Locks both accounts, so that their roles do not change before the transaction ends. Throws 404. */
const lockStaffAndPerson = async (trx: Trx, staff: StaffSession, user_id: number) => {
  const rows = await trx
    .selectFrom('users')
    .where('id', 'in', [staff.user_id, user_id])
    .orderBy('id')
    .forUpdate()
    .select(['id', 'email', 'email_verified_at', 'platform_roles', 'affiliations'])
    .execute()
  const person = rows.find(({ id }) => id === user_id)
  if (!person) throw refuse.missing('person')
  return { staffRoles: rows.find(({ id }) => id === staff.user_id)?.platform_roles ?? [], person }
}

const logPersonAction = (
  trx: Trx,
  { user_id: staff_user_id }: StaffSession,
  { user_id, ...entry }: AccountActionInput & { action: 'suspended' | 'reinstated' | 'masquerade_started' },
): Promise<void> => writeAuditEntry(trx, { ...entry, staff_user_id, about: 'person', about_key: user_id })
