/** What Editfests hold about a person: codes they typed and clips they took. The entry is its workspace's and goes with it. */
import type { PrivacyPart } from '#accounts/privacy/part.ts'

export const editfestPart: PrivacyPart = {
  name: 'editfests',
  collect: async (db, user_id) => ({
    entered: await db
      .selectFrom('editfest_entries as e')
      .innerJoin('editfests as f', 'f.id', 'e.editfest_id')
      .where('e.user_id', '=', user_id)
      .orderBy('e.id')
      .select(['f.name', 'f.code', 'e.entered_at'])
      .execute(),
    clips: await db
      .selectFrom('editfest_clips')
      .where('user_id', '=', user_id)
      .orderBy('taken_at')
      .select(['clip_id', 'taken_at'])
      .execute(),
  }),
  forget: async (trx, { closed_workspace_ids }) => {
    if (closed_workspace_ids.length > 0)
      await trx.deleteFrom('editfest_entries').where('workspace_id', 'in', closed_workspace_ids).execute()
  },
}
