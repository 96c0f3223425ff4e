import { sql } from 'kysely'

import type { Trx } from '#platform/database.server.ts'
import { record } from '#platform/outbox.server.ts'

/** Platform role 7: turned away everywhere, but for our support. */
export const suspended_role = 7

/** Suspends somebody, or lets them in again. Answers whether that changed anything; then a mail tells them. */
export const setSuspended = async (trx: Trx, user_id: number, suspended: boolean): Promise<boolean> => {
  const isSuspended = sql<boolean>`platform_roles @> ${[suspended_role]}::integer[]`
  const { numUpdatedRows } = await trx
    .updateTable('users')
    .set({
      platform_roles: suspended
        ? sql`array_append(platform_roles, ${suspended_role}::integer)`
        : sql`array_remove(platform_roles, ${suspended_role}::integer)`,
    })
    .where('id', '=', user_id)
    .where(isSuspended, '=', !suspended)
    .executeTakeFirst()
  const isChanged = numUpdatedRows > 0n
  if (isChanged) await record(trx, suspended ? 'user.suspended' : 'user.let_in_again', { user_id })
  return isChanged
}
