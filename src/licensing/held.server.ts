/** The clips that a workspace has licensed. Read only: licenses are granted and ended by `orders`. */
import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/database.server.ts'
import { canDownload } from '#workspaces/policy.ts'

/** All clips that the workspace of whoever asks may use already, for those who see its licenses. */
export const heldClips = async (db: Db, { workspace_id, workspace_role }: Actor, now: Date): Promise<number[]> => {
  if (workspace_id === null || !canDownload(workspace_role)) return []
  const rows = await db
    .selectFrom('licenses')
    .where('workspace_id', '=', workspace_id)
    .where('revoked_at', 'is', null)
    .where(eb => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', now)]))
    .select('clip_id')
    .distinct()
    .execute()
  return rows.map(row => row.clip_id)
}
