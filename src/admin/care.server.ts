/** What our people do about somebody's account: each with a reason, each in the records. */
import { setSuspended } from '#accounts/suspension.server.ts'
import type { Member } from '#platform/actor.ts'
import type { Trx } from '#platform/database.server.ts'
import { refuse } from '#platform/refusal.ts'
import { beginMasquerade } from '#workspaces/masquerade.server.ts'
import { mayActAs } from '#workspaces/policy.ts'

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
export const actAs = async (trx: Trx, staff: Staff, { user_id, reason, now }: Wish) => {
  const session = await beginMasquerade(trx, staff, { client_user_id: user_id, reason, now })
  await note(trx, staff, { user_id, reason, now, action: 'masquerade' })
  return session
}

/** Both are held, so that neither's roles change before the end. */
const reach = async (trx: Trx, staff: Staff, user_id: number): Promise<void> => {
  const rows = await trx
    .selectFrom('users')
    .where('id', 'in', [staff.user_id, user_id])
    .orderBy('id')
    .forUpdate()
    .select(['id', 'platform_roles'])
    .execute()
  const rolesOf = (id: number) => rows.find(row => row.id === id)?.platform_roles
  const theirs = rolesOf(user_id)
  if (!theirs) throw refuse.missing('person')
  if (user_id === staff.user_id) throw refuse(403, 'This is your own account. Please ask a colleague.')
  if (!mayActAs(rolesOf(staff.user_id) ?? [], theirs))
    throw refuse(403, 'Your role does not include changes to this account.')
}

type Note = Wish & { action: 'suspended' | 'unsuspended' | 'masquerade' }

const note = async (trx: Trx, staff: Staff, { now, ...what }: Note): Promise<void> => {
  await trx
    .insertInto('staff_actions')
    .values({ ...what, staff_user_id: staff.user_id, at: now })
    .execute()
}
