/** What a user already has of some clips: on their boards, and licensed. */
import { listLicensedClipIds } from '#licenses/licensed-clip-ids.server.ts'
import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/db/database.server.ts'

import type { ClipMarks } from './contract.ts'

/** Empty for guests. */
export const loadClipMarks = async (
  db: Db,
  actor: Actor,
  clip_ids: readonly number[],
  now: Date,
): Promise<ClipMarks> => {
  const { user_id, workspace_id } = actor
  if (user_id === null || workspace_id === null) return { on_board: [], licensed: [] }
  const [onBoard, licensed] = await Promise.all([
    db
      .selectFrom('board_clips as k')
      .innerJoin('boards as b', 'b.id', 'k.board_id')
      .where('b.user_id', '=', user_id)
      .where('b.workspace_id', '=', workspace_id)
      .where('b.deleted_at', 'is', null)
      .where('k.clip_id', 'in', clip_ids)
      .select('k.clip_id')
      .distinct()
      .execute(),
    listLicensedClipIds(db, actor, now, clip_ids),
  ])
  return { on_board: onBoard.map(row => row.clip_id), licensed }
}
