/** Comps: what editors cut with before they license. The preview is one, under a name that leads back to its clip. */
import type { StoredRenditions } from '#media/masters.server.ts'
import { brand } from '#platform/brand.ts'
import type { Db } from '#platform/database.server.ts'
import { record } from '#platform/outbox.server.ts'
import { refuse } from '#platform/refusal.ts'
import { slugOf } from '#platform/slug.ts'

export type Comp = { storage_key: string; name: string }

/** "longtake-comp-412-slow-tide-at-dusk.mp4" */
const nameOf = (id: number, slug: string) => `${brand.slug}-comp-${id}-${slugOf(slug)}.mp4`

/** The comp of a published clip, and the news that this person takes it. Throws 404 for any other clip. */
export const takeComp = (db: Db, clip_id: number, user_id: number): Promise<Comp> =>
  db.transaction().execute(async trx => {
    const clip = await trx
      .selectFrom('clips as c')
      .innerJoin('masters as m', 'm.id', 'c.master_id')
      .where('c.id', '=', clip_id)
      .where('c.status', '=', 'published')
      .select(['c.slug', 'm.renditions'])
      .executeTakeFirst()
    const { files = [] } = (clip?.renditions ?? {}) as Partial<StoredRenditions>
    const preview = files.find(file => file.kind === 'preview')
    if (!clip || !preview) throw refuse.missing('clip')
    await record(trx, 'comp.taken', { clip_id, user_id })
    return { storage_key: preview.key, name: nameOf(clip_id, clip.slug) }
  })
