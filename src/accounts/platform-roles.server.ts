import { sql } from 'kysely'

import type { Trx } from '#platform/db/database.server.ts'

/** Grants or revokes a platform role. Granting it again changes nothing. Returns whether the user exists. */
export const setPlatformRole = async (
  trx: Trx,
  user_id: number,
  role: number,
  isGranted: boolean,
): Promise<boolean> => {
  const otherRoles = sql<number[]>`array_remove(platform_roles, ${role}::integer)`
  const { numUpdatedRows } = await trx
    .updateTable('users')
    .set({ platform_roles: isGranted ? sql<number[]>`array_append(${otherRoles}, ${role}::integer)` : otherRoles })
    .where('id', '=', user_id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
