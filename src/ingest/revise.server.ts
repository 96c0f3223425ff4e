import { publishClip } from '#catalog/save-catalog.server.ts'
/** Updates clips in review from a repeated manifest, and publishes them if it says so. */
import type { Db } from '#platform/db/database.server.ts'

import { clipColumnsOf, type IngestMetadata } from './metadata.ts'
import { findFreeSlug, resolvePlacement } from './placement.server.ts'

export type RevisionOutcome = 'revised' | 'published' | 'left_alone'

/** Leaves clips alone that were ever published: the editors own their metadata. */
export const reviseClip = (
  db: Db,
  clip_id: number,
  metadata: IngestMetadata,
  publish: boolean,
  now: Date,
): Promise<RevisionOutcome> =>
  db.transaction().execute(async trx => {
    const clip = await trx
      .selectFrom('clips')
      .where('id', '=', clip_id)
      .where('status', 'in', ['draft', 'in_review'])
      .select(['shoot_id', 'slug', 'name'])
      .forUpdate()
      .executeTakeFirst()
    if (!clip) return 'left_alone'
    const placement = await resolvePlacement(trx, metadata)
    const isSame = placement.shoot_id === clip.shoot_id && metadata.name === clip.name
    const slug = isSame ? clip.slug : await findFreeSlug(trx, placement.shoot_id, metadata.name)
    await trx
      .updateTable('clips')
      .set({ ...placement, ...clipColumnsOf(metadata), slug, updated_at: now })
      .where('id', '=', clip_id)
      .execute()
    if (publish) await publishClip(trx, clip_id, now)
    return publish ? 'published' : 'revised'
  })
