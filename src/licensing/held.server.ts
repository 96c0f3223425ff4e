/** What a workspace may use already. Read only: licenses are granted and ended by `orders`. */
import type { Actor } from '#platform/actor.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import { canDownload } from '#workspaces/policy.ts'

import type { LicensedUse } from './held.ts'
import type { OrgType } from './terms.ts'

/** Every use of these clips that the workspace holds a license for, worldwide and forever, refunded and failed ones left out. */
export const licensedUses = async (
  db: Db | Trx,
  workspace_id: number,
  clip_ids: readonly number[],
): Promise<LicensedUse[]> =>
  clip_ids.length === 0
    ? []
    : db
        .selectFrom('licenses')
        .where('workspace_id', '=', workspace_id)
        .where('clip_id', 'in', clip_ids)
        .where('revoked_at', 'is', null)
        // What holds for a while, or not everywhere, is no such use.
        .where('term', '=', 'perpetual')
        .where('territory', '=', 'worldwide')
        .orderBy('id')
        .select(['clip_id', 'format_id', 'org_type', 'end_client_size', 'distribution_ids'])
        .$narrowType<{ org_type: OrgType }>()
        .execute()

/** The same for whoever asks: guests of the shop and of a team see none. */
export const usesOf = async (db: Db, actor: Actor, clip_ids: readonly number[]): Promise<LicensedUse[]> =>
  actor.workspace_id !== null && canDownload(actor.workspace_role) ? licensedUses(db, actor.workspace_id, clip_ids) : []

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
