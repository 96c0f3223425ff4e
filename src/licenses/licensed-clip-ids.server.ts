import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/db/database.server.ts'
import { canDownload } from '#workspaces/policy.ts'

import { inForce } from './in-force.server.ts'
import { licenseView } from './license-view.server.ts'

/**
 * Returns the ids of all clips, or of those among `clip_ids`, that the actor's workspace has active licenses for; empty for
 * roles that may not see them.
 */
export const listLicensedClipIds = async (
  db: Db,
  { workspace_id, workspace_role }: Actor,
  now: Date,
  clip_ids?: readonly number[],
): Promise<number[]> => {
  if (workspace_id === null || !canDownload(workspace_role)) return []
  const rows = await db
    .selectFrom(licenseView)
    .where('l.workspace_id', '=', workspace_id)
    .where(inForce(now))
    .$if(clip_ids !== undefined, query => query.where('l.clip_id', 'in', clip_ids ?? []))
    .select('l.clip_id')
    .distinct()
    .execute()
  return rows.map(row => row.clip_id)
}
