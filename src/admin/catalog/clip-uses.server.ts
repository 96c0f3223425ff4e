/** Where clips are in use, for the question before they are withdrawn. */
import type { Db } from '#platform/database.server.ts'
import { numbersOfOpenOffersWith } from '#quotes/withdrawn.server.ts'

import type { ClipUses } from './contract.ts'

/** The clips of these ids, or every published clip of a shoot. */
export const clipUses = async (
  db: Db,
  { ids, shoot_id }: { ids?: string | undefined; shoot_id?: number | undefined },
  now: Date,
): Promise<ClipUses> => {
  const clip_ids =
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
  if (clip_ids.length === 0) return { quotes: [], collections: [], licenses_count: 0 }
  const [quotes, collections, { licenses_count }] = await Promise.all([
    numbersOfOpenOffersWith(db, clip_ids, now),
    db
      .selectFrom('collections as co')
      .where('co.id', 'in', eb =>
        eb.selectFrom('collection_clips').where('clip_id', 'in', clip_ids).select('collection_id'),
      )
      .orderBy('co.name')
      .select(['co.id', 'co.name'])
      .execute(),
    db
      .selectFrom('licenses')
      .where('clip_id', 'in', clip_ids)
      .where('revoked_at', 'is', null)
      .where('superseded_by', 'is', null)
      .where(({ or, eb }) => or([eb('ends_at', 'is', null), eb('ends_at', '>', now)]))
      .select(({ fn }) => fn.countAll<number>().as('licenses_count'))
      .executeTakeFirstOrThrow(),
  ])
  return { quotes, collections, licenses_count: Number(licenses_count) }
}
