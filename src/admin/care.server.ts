/** What our people do about somebody's account: each with a reason, each in the records. */
import { setAffiliations } from '#accounts/affiliations.server.ts'
import { affiliationLabels, affiliationsIn, type Affiliation } from '#accounts/affiliations.ts'
import { setPlatformRole } from '#accounts/platform-roles.server.ts'
import { isStandIn } from '#accounts/stand-in.ts'
import { setSuspended } from '#accounts/suspension.server.ts'
import { approveReset, openResetOf, requestReset, withdrawReset } from '#accounts/two-step/reset.server.ts'
import type { Member } from '#platform/actor.ts'
import type { Trx } from '#platform/database.server.ts'
import { record } from '#platform/outbox.server.ts'
import { refuse } from '#platform/refusal.ts'
import { logStaff } from '#platform/staff-log.server.ts'
import { beginMasquerade } from '#workspaces/masquerade.server.ts'
import { isPlatformAdmin, mayChangeAccount, platformRoles } from '#workspaces/policy.ts'

import { givenOf, givenRoles, type GivenRole } from './given-roles.ts'
import { RELATED_REFUSAL, relatedAccounts } from './related-accounts.server.ts'

const own_account = 'This is your own account. Please ask a colleague.'

type Staff = Pick<Member, 'user_id' | 'session_id'>
type Wish = { user_id: number; reason: string; now: Date }

/** Throws 404 for nobody, 403 for somebody above or oneself, 409 when it is so already. */
export const suspend = async (trx: Trx, staff: Staff, { suspended, ...wish }: Wish & { suspended: boolean }) => {
  await reach(trx, staff, wish.user_id)
  if (!(await setSuspended(trx, wish.user_id, suspended)))
    throw refuse(409, suspended ? 'This account is suspended already.' : 'This account is not suspended.')
  await note(trx, staff, { ...wish, action: suspended ? 'suspended' : 'unsuspended' })
}

/** Refuses like `beginMasquerade`; answers the session's new token. */
export const actAs = async (
  trx: Trx,
  staff: Staff,
  { user_id, workspace_id, reason, now }: Wish & { workspace_id?: number },
) => {
  const session = await beginMasquerade(trx, staff, { client_user_id: user_id, workspace_id, reason, now })
  await note(trx, staff, { user_id, reason, now, action: 'masquerade' })
  return session
}

type Roles = Wish & { roles: readonly GivenRole[]; seen: readonly number[] }

/** Throws 404 for nobody, 403 for oneself, 409 for who cannot have them, and when they are others than were seen. */
export const setRoles = async (trx: Trx, staff: Staff, { user_id, roles, seen, reason, now }: Roles) => {
  const { mine, them } = await holdBoth(trx, staff, user_id)
  // Whoever gives keeps their own: so there is always somebody left who can.
  if (user_id === staff.user_id) throw refuse(403, own_account)
  if (!isPlatformAdmin(mine)) throw refuse(403, 'Your role does not include the roles of others.')
  if (isStandIn(them.email)) throw refuse(409, 'This account was deleted.')
  if (them.platform_roles.includes(platformRoles.suspended))
    throw refuse(409, 'This account is suspended. Let it in again first.')
  const before = givenOf(them.platform_roles)
  const after = givenOf(roles)
  if (String(before) !== String(givenOf(seen)))
    throw refuse(409, 'Somebody changed these roles meanwhile. Please look again.')
  if (String(before) === String(after)) throw refuse(409, 'These are the roles that this person has.')
  if (!them.email_verified_at && after.some(role => !before.includes(role)))
    throw refuse(409, 'This email is not confirmed yet: nobody knows whose it is.')
  for (const { role } of givenRoles)
    if (before.includes(role) !== after.includes(role)) await setPlatformRole(trx, user_id, role, after.includes(role))
  const changes = { roles: [labelsOf(before).join(', '), labelsOf(after).join(', ')] } as const
  const what = { about: 'person', about_key: user_id, action: 'Changed roles', reason, changes } as const
  await logStaff(trx, { ...what, staff_user_id: staff.user_id, now })
  await record(trx, 'user.roles_changed', { user_id, roles: labelsOf(after) })
}

type Affiliations = Wish & { affiliations: readonly Affiliation[]; seen: readonly Affiliation[] }

/** Throws 404 for nobody, 403 for somebody above or oneself, 409 when they are others than were seen, or the same. */
export const changeAffiliations = async (
  trx: Trx,
  staff: Staff,
  { user_id, affiliations, seen, reason, now }: Affiliations,
) => {
  const them = await reach(trx, staff, user_id)
  if (isStandIn(them.email)) throw refuse(409, 'This account was deleted.')
  const before = affiliationsIn(them.affiliations)
  const after = affiliationsIn(affiliations)
  if (String(before) !== String(affiliationsIn(seen)))
    throw refuse(409, 'Somebody changed these affiliations meanwhile. Please look again.')
  if (String(before) === String(after)) throw refuse(409, 'This person has these affiliations already.')
  await setAffiliations(trx, user_id, after)
  const labels = (list: readonly Affiliation[]) => list.map(one => affiliationLabels[one]).join(', ')
  const changes = { affiliations: [labels(before), labels(after)] } as const
  const what = { about: 'person', about_key: user_id, action: 'Changed affiliations', reason, changes } as const
  await logStaff(trx, { ...what, staff_user_id: staff.user_id, now })
}

const resetSteps = {
  request: { carryOut: requestReset, action: 'Requested a reset of two-step sign-in' },
  approve: { carryOut: approveReset, action: 'Approved the reset of two-step sign-in' },
  withdraw: { carryOut: withdrawReset, action: 'Withdrew the reset of two-step sign-in' },
} as const

/** Throws 404 for nobody, 403 for somebody above, oneself, one's own request or the approval of one by a related account, 409 when it is not that far. */
export const resetTwoStep = async (
  trx: Trx,
  staff: Staff,
  { step, user_id, reason, now }: Wish & { step: keyof typeof resetSteps },
) => {
  await reach(trx, staff, user_id)
  const open = step === 'approve' ? await openResetOf(trx, user_id, now) : undefined
  if (open && (await relatedAccounts(trx, open.requested_by, now)).has(staff.user_id))
    throw refuse(403, RELATED_REFUSAL)
  const { carryOut, action } = resetSteps[step]
  await carryOut(trx, { user_id, staff_user_id: staff.user_id, reason, now })
  await logStaff(trx, { about: 'person', about_key: user_id, action, reason, staff_user_id: staff.user_id, now })
}

const labelsOf = (roles: readonly number[]): string[] =>
  givenRoles.filter(({ role }) => roles.includes(role)).map(({ label }) => label)

const reach = async (trx: Trx, staff: Staff, user_id: number) => {
  const { mine, them } = await holdBoth(trx, staff, user_id)
  if (user_id === staff.user_id) throw refuse(403, own_account)
  if (!mayChangeAccount(mine, them.platform_roles))
    throw refuse(403, 'Your role does not include changes to this account.')
  return them
}

/** Both are held, so that neither's roles change before the end. Throws 404. */
const holdBoth = async (trx: Trx, staff: Staff, user_id: number) => {
  const rows = await trx
    .selectFrom('users')
    .where('id', 'in', [staff.user_id, user_id])
    .orderBy('id')
    .forUpdate()
    .select(['id', 'email', 'email_verified_at', 'platform_roles', 'affiliations'])
    .execute()
  const them = rows.find(({ id }) => id === user_id)
  if (!them) throw refuse.missing('person')
  return { mine: rows.find(({ id }) => id === staff.user_id)?.platform_roles ?? [], them }
}

type Note = Wish & { action: 'suspended' | 'unsuspended' | 'masquerade' }

const note = async (trx: Trx, staff: Staff, { now, ...what }: Note): Promise<void> => {
  await trx
    .insertInto('staff_actions')
    .values({ ...what, staff_user_id: staff.user_id, at: now })
    .execute()
}
