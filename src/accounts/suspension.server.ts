import { sql } from 'kysely'

import type { Trx } from '#platform/db/database.server.ts'
import { recordEvent } from '#platform/jobs/outbox.server.ts'
import { platformRoles } from '#platform/platform-roles.ts'

/** Suspends or reinstates a user. Returns whether that changed anything; if so, the user gets a mail. */
export const setSuspended = async (trx: Trx, user_id: number, suspended: boolean): Promise<boolean> => {
  const isSuspended = sql<boolean>`platform_roles @> ${[platformRoles.suspended]}::integer[]`
  const { numUpdatedRows } = await trx
    .updateTable('users')
    .set({
      platform_roles: suspended
        ? sql`array_append(platform_roles, ${platformRoles.suspended}::integer)`
        : sql`array_remove(platform_roles, ${platformRoles.suspended}::integer)`,
    })
    .where('id', '=', user_id)
    .where(isSuspended, '=', !suspended)
    .executeTakeFirst()
  const isChanged = numUpdatedRows > 0n
  if (isChanged) await recordEvent(trx, suspended ? 'user.suspended' : 'user.reinstated', { user_id })
  return isChanged
}
