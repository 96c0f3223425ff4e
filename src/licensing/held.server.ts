/** The clips that a workspace has licensed. Read only: licenses are granted and ended by `orders`. */
import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/database.server.ts'
import { canDownload } from '#workspaces/policy.ts'

import { agreed_states } from './held.ts'

/** All clips that the workspace of whoever asks may use already, for those who see its licenses. */
export const heldClips = async (db: Db, { workspace_id, workspace_role }: Actor, now: Date): Promise<number[]> => {
  if (workspace_id === null || !canDownload(workspace_role)) return []
  const rows = await db
    .selectFrom('licenses as l')
    .innerJoin('order_items as i', 'i.id', 'l.order_item_id')
    .innerJoin('orders as o', 'o.id', 'i.order_id')
    .where('l.workspace_id', '=', workspace_id)
    .where('l.revoked_at', 'is', null)
    .where(eb => eb.or([eb('l.ends_at', 'is', null), eb('l.ends_at', '>', now)]))
    .where('o.state', 'in', agreed_states)
    .select('l.clip_id')
    .distinct()
    .execute()
  return rows.map(row => row.clip_id)
}
