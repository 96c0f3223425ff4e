/** The personal data in quotes: viewed and declined ones. Offers that a staff member created are kept without their name. */
import type { PrivacyPart } from '#accounts/privacy/part.ts'

export const quotesPart: PrivacyPart = {
  name: 'quotes',
  collect: async (db, user_id) => {
    const declined = await db
      .selectFrom('quotes')
      .where('ended_by', '=', user_id)
      .where('state', '=', 'declined')
      .select(['number', 'ended_at', 'reason'])
      .orderBy('id')
      .execute()
    const looked_at = await db
      .selectFrom('quote_views as s')
      .innerJoin('quotes as q', 'q.id', 's.quote_id')
      .where('s.user_id', '=', user_id)
      .orderBy('q.id')
      .orderBy('s.version')
      .select(['q.number', 's.version', 's.first_at', 's.last_at', 's.times'])
      .execute()
    return { declined, looked_at }
  },
  forget: async (trx, { user_id, closed_workspace_ids }) => {
    // Drafts for a workspace are its data just like sent quotes.
    if (closed_workspace_ids.length > 0)
      await trx.deleteFrom('offer_drafts').where('workspace_id', 'in', closed_workspace_ids).execute()
    await trx.updateTable('offer_drafts').set({ saved_by: null }).where('saved_by', '=', user_id).execute()
    await trx.deleteFrom('quote_views').where('user_id', '=', user_id).execute()
    await trx.updateTable('quotes').set({ ended_by: null, reason: '' }).where('ended_by', '=', user_id).execute()
    await trx.updateTable('quote_versions').set({ created_by: null }).where('created_by', '=', user_id).execute()
  },
}
