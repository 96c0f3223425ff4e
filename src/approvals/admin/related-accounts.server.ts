/** Accounts that one person may control, and that therefore do not count as a second person. */
import { DAY_MS } from '#platform/clock.ts'
import type { Db, Trx } from '#platform/db/database.server.ts'
import { platformRoles } from '#platform/platform-roles.ts'
import { assignableRoles } from '#workspaces/assignable-roles.ts'

const RELATED_PERIOD_MS = 30 * DAY_MS

export const RELATED_REFUSAL =
  'You and the requester got a staff role from each other, or from the same person, in the last 30 days, so you cannot approve this. Please ask a colleague.'

/** The audit log stores roles by their labels. */
const STAFF_ROLE_LABELS: readonly string[] = assignableRoles
  .filter(({ role }) => role !== platformRoles.partner_preview)
  .map(({ label }) => label)

/**
 * Returns everyone connected to a user by staff roles assigned in the last 30 days, directly or through others:
 * anyone who controls one account can have it create another.
 */
export const findRelatedAccounts = async (db: Db | Trx, user_id: number, now: Date): Promise<ReadonlySet<number>> => {
  const entries = await db
    .selectFrom('audit_log')
    .where('log', '=', 'staff')
    .where('at', '>', new Date(now.getTime() - RELATED_PERIOD_MS))
    .where('subject_type', '=', 'person')
    .where('action', '=', 'roles_changed')
    .select(['actor_user_id', 'subject_key', 'details'])
    .execute()
  const grants = entries
    .filter(({ details }) => addsStaffRole(details))
    .map(({ actor_user_id, subject_key }) => [actor_user_id, Number(subject_key)] as const)
  const related = new Set([user_id])
  for (let size = 0; size < related.size;) {
    size = related.size
    for (const grant of grants) if (grant.some(id => related.has(id))) for (const id of grant) related.add(id)
  }
  related.delete(user_id)
  return related
}

const addsStaffRole = (changes: unknown): boolean => {
  const { roles } = changes as { roles?: readonly [string, string] }
  const [before = '', after = ''] = roles ?? []
  const labelsBefore = before.split(', ')
  return after.split(', ').some(label => STAFF_ROLE_LABELS.includes(label) && !labelsBefore.includes(label))
}
