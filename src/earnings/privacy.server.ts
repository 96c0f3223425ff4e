/** What earnings hold about a person: whose footage they look after, and where payouts go. The ledger knows filmmakers, not people, and stays. */
import type { PrivacyPart } from '#accounts/privacy/part.ts'

export const earningsPart: PrivacyPart = {
  name: 'earnings',
  collect: (db, user_id) =>
    db
      .selectFrom('filmmaker_people as p')
      .innerJoin('filmmakers as f', 'f.id', 'p.filmmaker_id')
      .where('p.user_id', '=', user_id)
      .leftJoin('payout_settings as s', 's.filmmaker_id', 'f.id')
      .select(['f.name as filmmaker', 'p.linked_at', 's.payee_name', 's.paypal_email'])
      .execute(),
  forget: async (trx, { user_id, email }) => {
    // Somebody else's address, who looks after the same filmmaker, stays.
    await trx
      .deleteFrom('payout_settings')
      .where(eb => eb.or([eb('changed_by', '=', user_id), eb('paypal_email', '=', email)]))
      .execute()
    await trx.deleteFrom('filmmaker_people').where('user_id', '=', user_id).execute()
  },
}
