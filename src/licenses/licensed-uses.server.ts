import { choiceSentence } from '#licensing/choice.ts'
import { toLicenseUse, type LicensedUse } from '#licensing/license-use.ts'
import { formatRate, toRateUse } from '#licensing/rate.ts'
import type { Actor } from '#platform/actor.ts'
import type { Db, Trx } from '#platform/db/database.server.ts'
import { canDownload } from '#workspaces/policy.ts'

import { inForce } from './in-force.server.ts'
import { licenseView } from './license-view.server.ts'

/** Returns the licenses of these clips in force, oldest first: not revoked, upgraded or ended, and of orders in good standing. */
export const listLicensedUses = async (
  db: Db | Trx,
  workspace_id: number,
  clip_ids: readonly number[],
  now: Date,
): Promise<LicensedUse[]> => {
  if (clip_ids.length === 0) return []
  const rows = await db
    .selectFrom(licenseView)
    .where('l.workspace_id', '=', workspace_id)
    .where('l.clip_id', 'in', clip_ids)
    .where(inForce(now))
    .orderBy('l.id')
    .select(['l.id as license_id', 'l.clip_id', 'l.format_id', 'l.org_type', 'l.end_client_size'])
    .select(['l.distribution_ids', 'l.granted_at', 'l.ends_at', 'l.territory', 'l.term', 'l.rate', 'l.order'])
    .execute()
  return rows.map(({ license_id, clip_id, order, rate, granted_at, ends_at, territory, term, ...choice }) => ({
    license_id,
    clip_id,
    order,
    sentence: rate ? formatRate(rate) : choiceSentence(choice, { territory, term }),
    ...(rate ? toRateUse(rate, choice.format_id, granted_at) : toLicenseUse(choice, { territory, ends_at })),
  }))
}

/** Like `listLicensedUses` for the actor's workspace; empty for guests and for roles that may not see licenses. */
export const listActorUses = async (
  db: Db,
  actor: Actor,
  clip_ids: readonly number[],
  now: Date,
): Promise<LicensedUse[]> =>
  actor.workspace_id !== null && canDownload(actor.workspace_role)
    ? listLicensedUses(db, actor.workspace_id, clip_ids, now)
    : []
