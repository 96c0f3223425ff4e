/** Personal data in uploads: the files a person sent, the clips they submitted, and what they asked filmmakers for. Clips and requests remain. */
import type { PrivacyPart } from '#accounts/privacy/part.ts'

export const uploadsPart: PrivacyPart = {
  name: 'uploads',
  collect: async (db, user_id) => ({
    files: await db
      .selectFrom('uploads')
      .where('user_id', '=', user_id)
      .select(['file_name', 'size_bytes', 'state', 'reason', 'started_at'])
      .orderBy('id')
      .execute(),
    submissions: await db
      .selectFrom('clip_submissions as s')
      .innerJoin('clips as c', 'c.id', 's.clip_id')
      .where('s.user_id', '=', user_id)
      .select(['c.name as clip', 's.releases', 's.submitted_at'])
      .orderBy('s.id')
      .execute(),
    taken_back_or_deleted: await db
      .selectFrom('draft_actions')
      .where('user_id', '=', user_id)
      .select(['clip_name as clip', 'action', 'at'])
      .orderBy('id')
      .execute(),
    footage_requests: await db
      .selectFrom('footage_requests')
      .where('requested_by', '=', user_id)
      .select(['subject', 'note', 'requested_at'])
      .orderBy('id')
      .execute(),
  }),
  // The sweep deletes the bytes, because they have no row anymore.
  forget: async (trx, { user_id }) => {
    await trx.deleteFrom('uploads').where('user_id', '=', user_id).where('state', '!=', 'accepted').execute()
    await trx.updateTable('uploads').set({ user_id: null, file_name: '' }).where('user_id', '=', user_id).execute()
    await trx.updateTable('draft_actions').set({ user_id: null }).where('user_id', '=', user_id).execute()
    await trx.updateTable('footage_requests').set({ requested_by: null }).where('requested_by', '=', user_id).execute()
    await trx.updateTable('clip_submissions').set({ user_id: null }).where('user_id', '=', user_id).execute()
  },
}
