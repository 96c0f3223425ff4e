/** What quotes hold about a person: that they declined one, and why. Those that they made for us stay, without them. */
import type { PrivacyPart } from '#accounts/privacy/part.ts'

export const quotesPart: PrivacyPart = {
  name: 'quotes',
  collect: (db, user_id) =>
    db
      .selectFrom('quotes')
      .where('ended_by', '=', user_id)
      .where('state', '=', 'declined')
      .select(['number', 'ended_at', 'reason'])
      .orderBy('id')
      .execute(),
  forget: async (trx, { user_id }) => {
    await trx.deleteFrom('quote_views').where('user_id', '=', user_id).execute()
    await trx.updateTable('quotes').set({ ended_by: null, reason: '' }).where('ended_by', '=', user_id).execute()
    await trx.updateTable('quote_versions').set({ made_by: null }).where('made_by', '=', user_id).execute()
  },
}
