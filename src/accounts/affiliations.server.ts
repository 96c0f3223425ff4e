import type { Db } from '#platform/db/database.server.ts'

import { toAffiliations, type Affiliation } from './affiliations.ts'

/** Replaces a user's affiliations. */
export const setAffiliations = async (db: Db, user_id: number, selected: readonly Affiliation[]): Promise<void> => {
  await db
    .updateTable('users')
    .set({ affiliations: toAffiliations(selected) })
    .where('id', '=', user_id)
    .execute()
}
