import type { Db } from '#platform/database.server.ts'

import type { Standing } from './standings.ts'

/** Sets all that somebody is to the company. */
export const setStandings = async (db: Db, user_id: number, held: readonly Standing[]): Promise<void> => {
  await db
    .updateTable('users')
    .set({ standings: [...new Set(held)] })
    .where('id', '=', user_id)
    .execute()
}
