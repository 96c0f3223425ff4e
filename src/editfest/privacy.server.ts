/** Personal data in Editfests: entered codes and taken clips. An entry belongs to its workspace and is deleted with it. */
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
      .orderBy('downloaded_at')
      .select(['clip_id', 'downloaded_at'])
      .execute(),
  }),
  forget: async (trx, { closed_workspace_ids }) => {
    if (closed_workspace_ids.length > 0)
      await trx.deleteFrom('editfest_entries').where('workspace_id', 'in', closed_workspace_ids).execute()
  },
}
