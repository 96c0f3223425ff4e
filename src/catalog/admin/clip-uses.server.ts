/** Where clips are in use, shown before they are withdrawn. */
import { inForce } from '#licenses/in-force.server.ts'
import { licenseView } from '#licenses/license-view.server.ts'
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
      .selectFrom(licenseView)
      .where('l.clip_id', 'in', clipIds)
      .where(inForce(now))
      .select(({ fn }) => fn.countAll<number>().as('licenses_count'))
      .executeTakeFirstOrThrow(),
  ])
  return { quotes, collections, licenses_count: Number(licenses_count) }
}
