import { writeAuditEntry } from '#platform/audit/audit-log.server.ts'
/** Withdraws all clips of a shoot at once, for example when a release is revoked. */
import type { Trx } from '#platform/db/database.server.ts'
import { refuse } from '#platform/http/refusal.ts'

import { changeClipStatus, type StaffActor } from './review.server.ts'

/**
 * Withdraws every published clip of a shoot with one reason; each can be republished like any other. Returns their ids. Throws
 * 404, 409 for a curated collection and for a shoot without a published clip.
 */
export const withdrawShoot = async (trx: Trx, id: number, actor: StaffActor): Promise<number[]> => {
  const collection = await trx.selectFrom('collections').where('id', '=', id).select('kind').executeTakeFirst()
  if (!collection) throw refuse.missing('collection')
  if (collection.kind !== 'shoot')
    throw refuse(409, 'These clips were chosen from many shoots. Withdraw the collection instead: they stay for sale.')
  const clips = await trx
    .selectFrom('clips')
    .where('shoot_id', '=', id)
    .where('status', '=', 'published')
    .select('id')
    .execute()
  const clip_ids = clips.map(clip => clip.id)
  // Clips that another staff member withdraws at the same moment are skipped.
  const { moved } =
    clip_ids.length === 0 ? { moved: [] } : await changeClipStatus(trx, { clip_ids, move: 'withdraw' }, actor)
  if (moved.length === 0) throw refuse(409, 'None of its clips is published: there is nothing to withdraw.')
  const changes = { clips: [moved.length, 0] } as const
  await writeAuditEntry(trx, { ...actor, about: 'collection', about_key: id, action: 'Withdrew its clips', changes })
  return moved
}
