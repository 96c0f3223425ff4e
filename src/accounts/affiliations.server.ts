import type { Db } from '#platform/database.server.ts'

import { affiliationsIn, type Affiliation } from './affiliations.ts'

/** Sets all affiliations of somebody. */
export const setAffiliations = async (db: Db, user_id: number, chosen: readonly Affiliation[]): Promise<void> => {
  await db
    .updateTable('users')
    .set({ affiliations: affiliationsIn(chosen) })
    .where('id', '=', user_id)
    .execute()
}
