/** Accounts that one person may control, so that they do not count as a second person. */
import type { Db, Trx } from '#platform/database.server.ts'
import { platformRoles } from '#workspaces/policy.ts'

import { givenRoles } from './given-roles.ts'

const RELATED_MS = 30 * 86_400_000

export const RELATED_REFUSAL =
  'You and the requester got a staff role from each other, or from the same person, in the last 30 days, so you cannot approve this. Please ask a colleague.'

/** The log names roles by their labels. */
const STAFF_LABELS: readonly string[] = givenRoles
  .filter(({ role }) => role !== platformRoles.partner_preview)
  .map(({ label }) => label)

/**
 * Everybody who is tied to somebody by staff roles that were given in the last 30 days: who gave it, who got it, and on from
 * them, because a person who creates one account can have it create another.
 */
export const relatedAccounts = async (db: Db | Trx, user_id: number, now: Date): Promise<ReadonlySet<number>> => {
  const entries = await db
    .selectFrom('staff_changes')
    .where('at', '>', new Date(now.getTime() - RELATED_MS))
    .where('about', '=', 'person')
    .where('action', '=', 'Changed roles')
    .select(['staff_user_id', 'about_key', 'changes'])
    .execute()
  const ties = entries
    .filter(({ changes }) => givesStaffRole(changes))
    .map(({ staff_user_id, about_key }) => [staff_user_id, Number(about_key)] as const)
  const related = new Set([user_id])
  for (let size = 0; size < related.size;) {
    size = related.size
    for (const tie of ties) if (tie.some(id => related.has(id))) for (const id of tie) related.add(id)
  }
  related.delete(user_id)
  return related
}

const givesStaffRole = (changes: unknown): boolean => {
  const { roles } = changes as { roles?: readonly [string, string] }
  const [before = '', after = ''] = roles ?? []
  const had = before.split(', ')
  return after.split(', ').some(label => STAFF_LABELS.includes(label) && !had.includes(label))
}
