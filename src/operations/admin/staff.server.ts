/** Staff from the command line: the same functions, rules and audit entries as in the admin, on behalf of a platform admin. */
import { sql } from 'kysely'

import { resetTwoStep, setRoles, unlockPerson } from '#accounts/admin/account-actions.server.ts'
import { getOpenReset } from '#accounts/two-step/reset.server.ts'
import type { Db } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { platformRoles } from '#platform/platform-roles.ts'
import { StaffInviteBody } from '#setup/staff/contract.ts'
import { createStaffInvite } from '#setup/staff/invites.server.ts'
import { pickAssignableRoles, roleLabelsOf } from '#workspaces/assignable-roles.ts'

import { requireOperator } from '../operator.server.ts'

/** The names of the roles on the command line. */
export const staffRoleNames = ['platform_admin', 'support_staff', 'collection_admin', 'partner_preview'] as const
export type StaffRoleName = (typeof staffRoleNames)[number]

export type StaffMember = { email: string; name: string; roles: string[]; suspended: boolean; email_confirmed: boolean }

/** Returns everybody with a staff role, by email. */
export const listStaff = async (db: Db): Promise<StaffMember[]> => {
  const roles = staffRoleNames.map(name => platformRoles[name])
  const users = await db
    .selectFrom('users')
    .where(sql<boolean>`platform_roles && ${roles}::integer[]`)
    .select(['email', 'first_name', 'last_name', 'platform_roles', 'email_verified_at'])
    .orderBy('email')
    .execute()
  return users.map(({ email, first_name, last_name, platform_roles, email_verified_at }) => ({
    email,
    name: `${first_name} ${last_name}`.trim(),
    roles: roleLabelsOf(platform_roles),
    suspended: platform_roles.includes(platformRoles.suspended),
    email_confirmed: email_verified_at !== null,
  }))
}

type StaffInput = { email: string; as: string; reason: string }
type StaffDeps = Pick<Deps, 'db' | 'clock'>

const findPerson = async (db: Db, email: string) => {
  const person = await db
    .selectFrom('users')
    .where('email', '=', email)
    .select(['id', 'email', 'platform_roles'])
    .executeTakeFirst()
  if (!person) throw new Error(`Nobody has the email ${email}.`)
  return person
}

/** No session: the command line only takes the place of the form. */
const sessionOf = ({ id }: { id: number }) => ({ user_id: id, session_id: 0 })

/** Grants or revokes a role. Refuses like the admin. */
export const changeStaffRole = async (
  { db, clock }: StaffDeps,
  { email, as, reason, role, grant }: StaffInput & { role: StaffRoleName; grant: boolean },
): Promise<{ email: string; roles: string[] }> => {
  const operator = await requireOperator(db, as)
  const person = await findPerson(db, email)
  const before = pickAssignableRoles(person.platform_roles)
  const others = before.filter(existing => existing !== platformRoles[role])
  const roles = pickAssignableRoles(grant ? [...others, platformRoles[role]] : others)
  const input = { user_id: person.id, roles, seen: before, reason, now: clock.now() }
  await db.transaction().execute(trx => setRoles(trx, sessionOf(operator), input))
  return { email: person.email, roles: roleLabelsOf(roles) }
}

/** Requests the reset of a second step; when a colleague has requested it, approves it. */
export const resetSecondStep = async (
  { db, clock }: StaffDeps,
  { email, as, reason }: StaffInput,
): Promise<{ email: string; step: 'request' | 'approve' }> => {
  const operator = await requireOperator(db, as)
  const person = await findPerson(db, email)
  const now = clock.now()
  const step = await db.transaction().execute(async trx => {
    const open = await getOpenReset(trx, person.id, now)
    const next = open ? ('approve' as const) : ('request' as const)
    await resetTwoStep(trx, sessionOf(operator), { step: next, user_id: person.id, reason, now })
    return next
  })
  return { email: person.email, step }
}

/** Invites somebody to the staff: the shop's workers mail the link. Refuses like the admin. */
export const inviteToStaff = async (
  { db, clock }: StaffDeps,
  { email, as, roles: names }: { email: string; as: string; roles: readonly StaffRoleName[] },
): Promise<{ email: string; roles: string[] }> => {
  const operator = await requireOperator(db, as)
  const body = StaffInviteBody.safeParse({ email, roles: [...new Set(names)].map(name => platformRoles[name]) })
  if (!body.success) throw new Error(body.error.issues.map(({ message }) => message).join(' '))
  const inviter = { staff_user_id: operator.id, now: clock.now() }
  await db.transaction().execute(trx => createStaffInvite(trx, body.data, inviter))
  return { email: body.data.email, roles: roleLabelsOf(body.data.roles) }
}

/** Unlocks a login that wrong passwords or codes locked. */
export const unlockLogin = async (
  { db, clock }: StaffDeps,
  { email, as, reason }: StaffInput,
): Promise<{ email: string }> => {
  const operator = await requireOperator(db, as)
  const person = await findPerson(db, email)
  const input = { user_id: person.id, reason, now: clock.now() }
  await db.transaction().execute(trx => unlockPerson(trx, sessionOf(operator), input))
  return { email: person.email }
}
