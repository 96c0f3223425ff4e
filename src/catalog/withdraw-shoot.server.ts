/** A shoot that cannot be sold any more, such as when a release was taken back: all its clips leave the shop at once. */
import type { Trx } from '#platform/database.server.ts'
import { refuse } from '#platform/refusal.ts'
import { logStaff } from '#platform/staff-log.server.ts'

import { moveClips, type By } from './review.server.ts'

/**
 * Withdraws every published clip of a shoot with one reason; each is brought back like any other. Answers which. Throws 404, 409
 * for a curated collection and for a shoot without a published clip.
 */
export const withdrawShoot = async (trx: Trx, id: number, by: By): Promise<number[]> => {
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
  // A colleague may withdraw some of them at the same moment: those say so, and are not ours.
  const { moved } = clip_ids.length === 0 ? { moved: [] } : await moveClips(trx, { clip_ids, move: 'withdraw' }, by)
  if (moved.length === 0) throw refuse(409, 'None of its clips is published: there is nothing to withdraw.')
  const changes = { clips: [moved.length, 0] } as const
  await logStaff(trx, { ...by, about: 'collection', about_key: id, action: 'Withdrew its clips', changes })
  return moved
}
