/**
 * The actions of staff on an account. They remain after the account is deleted, since they protect that person, too.
 */
import type { PrivacyPart } from '../privacy/part.ts'

export const adminPart: PrivacyPart = {
  name: 'staff_actions',
  collect: (db, user_id) =>
    db
      .selectFrom('staff_actions')
      .where('user_id', '=', user_id)
      .orderBy('id')
      .select(['action', 'reason', 'at'])
      .execute(),
  forget: async () => {},
}
