/** The rule that somebody always administers the shop. */
import { sql } from 'kysely'

import type { Db, Trx } from '#platform/db/database.server.ts'
import { platformRoles } from '#platform/platform-roles.ts'

export const LAST_ADMIN_REFUSAL =
  'This is the only platform admin. Make somebody else a platform admin first, so that the shop keeps one.'

/**
 * Returns whether nobody else administers the shop. Suspended accounts and those that will be deleted don't count. In a
 * transaction, others who ask wait until it ends, so take the locks of accounts before.
 */
export const isLastAdmin = async (db: Db | Trx, user_id: number): Promise<boolean> => {
  const person = await db.selectFrom('users').where('id', '=', user_id).select('platform_roles').executeTakeFirst()
  if (!person?.platform_roles.includes(platformRoles.platform_admin)) return false
  await sql`select pg_advisory_xact_lock(91, 0)`.execute(db)
  const admins = await db
    .selectFrom('users as u')
    .where(sql<boolean>`u.platform_roles @> array[${platformRoles.platform_admin}::integer]`)
    .where(sql<boolean>`not u.platform_roles @> array[${platformRoles.suspended}::integer]`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('account_deletions as d')
            .whereRef('d.user_id', '=', 'u.id')
            .where('d.completed_at', 'is', null)
            .where('d.user_id', '<>', user_id)
            .select('d.user_id'),
        ),
      ),
    )
    .select('u.id')
    .execute()
  return admins.some(({ id }) => id === user_id) && admins.length === 1
}
