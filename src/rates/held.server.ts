/** What a workspace may do with clips already. Read only: licenses are granted and ended by `orders`. */
import { sentence } from '#licensing/choice.ts'
import { agreed_states, useOf, type LicensedUse } from '#licensing/held.ts'
import type { OrgType } from '#licensing/terms.ts'
import type { Actor } from '#platform/actor.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import { canDownload } from '#workspaces/policy.ts'

import { rateSentence, useUnder, type SoldRate } from './rate.ts'

/** The licenses of these clips that are in force: not given back, not upgraded, not ended, not waiting for money or in a dispute. Oldest first. */
export const licensedUses = async (
  db: Db | Trx,
  workspace_id: number,
  clip_ids: readonly number[],
  now: Date,
): Promise<LicensedUse[]> => {
  if (clip_ids.length === 0) return []
  const rows = await db
    .selectFrom('licenses as l')
    .innerJoin('order_items as i', 'i.id', 'l.order_item_id')
    .innerJoin('orders as o', 'o.id', 'i.order_id')
    .where('l.workspace_id', '=', workspace_id)
    .where('l.clip_id', 'in', clip_ids)
    .where('l.revoked_at', 'is', null)
    .where('l.superseded_by', 'is', null)
    .where(eb => eb.or([eb('l.ends_at', 'is', null), eb('l.ends_at', '>', now)]))
    .where('o.state', 'in', agreed_states)
    .orderBy('l.id')
    .select(['l.id as license_id', 'l.clip_id', 'l.format_id', 'l.org_type', 'l.end_client_size'])
    .select(['l.distribution_ids', 'l.granted_at', 'i.rate', 'o.universal_invoice_number as order'])
    .$narrowType<{ org_type: OrgType; rate: SoldRate | null }>()
    .execute()
  return rows.map(({ license_id, clip_id, order, rate, granted_at, ...choice }) => ({
    license_id,
    clip_id,
    order: order ?? '',
    sentence: rate ? rateSentence(rate) : sentence(choice),
    ...(rate ? useUnder(rate, choice.format_id, granted_at) : useOf(choice)),
  }))
}

/** The same for whoever asks: guests of the shop and of a team see none. */
export const usesOf = async (db: Db, actor: Actor, clip_ids: readonly number[], now: Date): Promise<LicensedUse[]> =>
  actor.workspace_id !== null && canDownload(actor.workspace_role)
    ? licensedUses(db, actor.workspace_id, clip_ids, now)
    : []
