/** A manifest that comes again changes what is said of clips that still wait in review, and can publish them. */
import type { Db } from '#platform/database.server.ts'

import { publishClip } from '../save.server.ts'
import { freeSlug, placeOf } from './place.server.ts'
import { columnsOf, type ClipWords } from './words.ts'

export type Revised = 'revised' | 'published' | 'left_alone'

/** What was published once is the editors' own: it is left alone. */
export const revise = (db: Db, clip_id: number, words: ClipWords, publish: boolean, now: Date): Promise<Revised> =>
  db.transaction().execute(async trx => {
    const clip = await trx
      .selectFrom('clips')
      .where('id', '=', clip_id)
      .where('status', 'in', ['draft', 'in_review'])
      .select(['shoot_id', 'slug', 'name'])
      .forUpdate()
      .executeTakeFirst()
    if (!clip) return 'left_alone'
    const place = await placeOf(trx, words)
    const isSame = place.shoot_id === clip.shoot_id && words.name === clip.name
    const slug = isSame ? clip.slug : await freeSlug(trx, place.shoot_id, words.name)
    await trx
      .updateTable('clips')
      .set({ ...place, ...columnsOf(words), slug, updated_at: now })
      .where('id', '=', clip_id)
      .execute()
    if (publish) await publishClip(trx, clip_id, now)
    return publish ? 'published' : 'revised'
  })
