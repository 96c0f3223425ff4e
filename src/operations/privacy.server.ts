/** Personal data of imports: a person's id in the system that they came from. */
import type { PrivacyPart } from '#accounts/privacy/part.ts'

export const operationsPart: PrivacyPart = {
  name: 'imports',
  collect: (db, user_id) =>
    db
      .selectFrom('imported_records')
      .where('kind', '=', 'customers')
      .where('internal_id', '=', user_id)
      .select(['external_id', 'imported_at'])
      .execute(),
  forget: async (trx, { user_id }) => {
    await trx
      .deleteFrom('imported_records')
      .where('kind', '=', 'customers')
      .where('internal_id', '=', user_id)
      .execute()
  },
}
