import { sql } from 'kysely'

import type { Trx } from '#platform/database.server.ts'

/** Gives somebody a role on the whole platform, or takes it; having it already changes nothing. Answers whether there is such a person. */
export const setPlatformRole = async (trx: Trx, user_id: number, role: number, has: boolean): Promise<boolean> => {
  const others = sql<number[]>`array_remove(platform_roles, ${role}::integer)`
  const { numUpdatedRows } = await trx
    .updateTable('users')
    .set({ platform_roles: has ? sql<number[]>`array_append(${others}, ${role}::integer)` : others })
    .where('id', '=', user_id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
