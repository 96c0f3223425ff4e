/** Comps: watermarked previews that editors cut with before they license, in a file named after the clip. */
import { sql } from 'kysely'

import type { StoredRenditions } from '#media/masters.server.ts'
import type { Db } from '#platform/db/database.server.ts'
import { refuse } from '#platform/http/refusal.ts'
import { recordEvent } from '#platform/jobs/outbox.server.ts'
import { toSlug } from '#platform/slug.ts'

import { areMarksInClip, MARKS_OUTSIDE_TEXT, type MarksBody } from './marks.ts'

/** `name` goes to the browser after the company's prefix. */
export type CompFile = { storage_key: string; name: string }

/** "comp-412-slow-tide-at-dusk.mp4", with marks "comp-412-slow-tide-at-dusk-in-48-out-95.mp4" */
const compFileName = (id: number, slug: string, marks: MarksBody) => {
  const parts = [
    id,
    toSlug(slug),
    ...(['in', 'out'] as const).flatMap(name => (marks[name] !== undefined ? [name, marks[name]] : [])),
  ]
  return `comp-${parts.join('-')}.mp4`
}

/** Returns the comp of a published clip and records the download. Throws 404 for any other clip, 422 for marks outside it. */
export const issueComp = (db: Db, clip_id: number, user_id: number, marks: MarksBody = {}): Promise<CompFile> =>
  db.transaction().execute(async trx => {
    const clip = await trx
      .selectFrom('clips as c')
      .innerJoin('masters as m', 'm.id', 'c.master_id')
      .where('c.id', '=', clip_id)
      .where('c.status', '=', 'published')
      .select(['c.slug', 'm.renditions', sql<number>`(m.facts->>'frames')::int`.as('frames')])
      .executeTakeFirst()
    const { files = [] } = (clip?.renditions ?? {}) as Partial<StoredRenditions>
    const preview = files.find(file => file.kind === 'preview')
    if (!clip || !preview) throw refuse.missing('clip')
    if (!areMarksInClip(marks, clip.frames)) throw refuse.fields({ marks: [MARKS_OUTSIDE_TEXT] })
    await recordEvent(trx, 'comp.downloaded', { clip_id, user_id })
    return { storage_key: preview.key, name: compFileName(clip_id, clip.slug, marks) }
  })
