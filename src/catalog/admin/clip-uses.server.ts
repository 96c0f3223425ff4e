/** Where clips are in use, shown before they are withdrawn. */
import type { Db } from '#platform/db/database.server.ts'
import { listOpenOfferNumbersWith } from '#quotes/withdrawn-clips.server.ts'

import type { ClipUses } from './contract.ts'

/** Returns the uses of these clips, or of every published clip of a shoot. */
export const findClipUses = async (
  db: Db,
  { ids, shoot_id }: { ids?: string | undefined; shoot_id?: number | undefined },
  now: Date,
): Promise<ClipUses> => {
  const clipIds =
    shoot_id === undefined
      ? (ids ?? '').split(',').map(Number)
      : (
          await db
            .selectFrom('clips')
            .where('shoot_id', '=', shoot_id)
            .where('status', '=', 'published')
            .select('id')
            .execute()
        ).map(({ id }) => id)
  if (clipIds.length === 0) return { quotes: [], collections: [], licenses_count: 0 }
  const [quotes, collections, { licenses_count }] = await Promise.all([
    listOpenOfferNumbersWith(db, clipIds, now),
    db
      .selectFrom('collections as co')
      .where('co.id', 'in', eb =>
        eb.selectFrom('collection_clips').where('clip_id', 'in', clipIds).select('collection_id'),
      )
      .orderBy('co.name')
      .select(['co.id', 'co.name'])
      .execute(),
    db
      .selectFrom('licenses')
      .where('clip_id', 'in', clipIds)
      .where('revoked_at', 'is', null)
      .where('superseded_by', 'is', null)
      .where(({ or, eb }) => or([eb('ends_at', 'is', null), eb('ends_at', '>', now)]))
      .select(({ fn }) => fn.countAll<number>().as('licenses_count'))
      .executeTakeFirstOrThrow(),
  ])
  return { quotes, collections, licenses_count: Number(licenses_count) }
}
