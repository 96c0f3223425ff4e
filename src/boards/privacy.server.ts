/** Personal data in boards. Boards in a team's workspace belong to the team and stay. */
import type { PrivacyPart } from '#accounts/privacy/part.ts'

export const boardsPart: PrivacyPart = {
  name: 'boards',
  collect: (db, user_id) =>
    db
      .selectFrom('boards as b')
      .innerJoin('workspaces as w', 'w.id', 'b.workspace_id')
      .where('b.user_id', '=', user_id)
      .where('b.deleted_at', 'is', null)
      .orderBy('b.id')
      .select(['b.name', 'w.name as workspace', 'b.created_at', 'b.updated_at'])
      .select(eb =>
        eb
          .selectFrom('board_clips as c')
          .whereRef('c.board_id', '=', 'b.id')
          .select(({ fn }) => fn.agg<number[]>('array_agg', ['c.clip_id']).as('ids'))
          .as('clip_ids'),
      )
      .execute(),
  forget: async (trx, { user_id, closed_workspace_ids }) => {
    await trx.deleteFrom('board_favorites').where('user_id', '=', user_id).execute()
    if (closed_workspace_ids.length > 0)
      await trx.deleteFrom('boards').where('workspace_id', 'in', closed_workspace_ids).execute()
    // Nobody else could have restored the deleted ones.
    await trx.deleteFrom('boards').where('user_id', '=', user_id).where('deleted_at', 'is not', null).execute()
  },
}
