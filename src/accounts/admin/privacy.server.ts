/**
 * The actions of staff on an account. They remain after the account is deleted, since they protect that person, too.
 */
import type { PrivacyPart } from '../privacy/part.ts'

export const adminPart: PrivacyPart = {
  name: 'staff_actions',
  collect: (db, user_id) =>
    db
      .selectFrom('audit_log')
      .where('log', '=', 'staff')
      .where('subject_type', '=', 'person')
      .where('subject_key', '=', String(user_id))
      .where('action', 'in', ['suspended', 'reinstated', 'masquerade_started'])
      .orderBy('id')
      .select(['action', 'reason', 'at'])
      .execute(),
  forget: async () => {},
}
