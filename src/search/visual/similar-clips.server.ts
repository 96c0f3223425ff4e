/** Finds clips similar to one clip: a few from its shoot, then clips that look similar, then the best of its subject. */
import { sql } from 'kysely'

import type { CentroidMap } from '#catalog/visual/cells.ts'
import type { VisualDescriptor } from '#catalog/visual/descriptor.ts'
import { MAX_SIMILAR_DISTANCE, distanceOf, measureDistance } from '#catalog/visual/distance.ts'
import type { Db } from '#platform/db/database.server.ts'
import { refuse } from '#platform/http/refusal.ts'

import type { VisualMatch } from './cards.server.ts'
import { findNearestClips } from './neighbors.server.ts'
import { listReasons, SAME_MOTION, SAME_SHOOT, SAME_SUBJECT } from './reasons.ts'

const MAX_SHOOT_CLIPS = 6
const MAX_OTHER_CLIPS = 12
/** More clips than any known shoot has. */
const MAX_SIBLINGS = 500

type SimilarClipsInput = {
  shoot_id: number
  shoot: string
  subject: string
  category: string
  descriptor: VisualDescriptor | null
}

/** Returns the similar clips. Throws a 404 refusal for a clip that is not published. */
export const findSimilarClips = async (
  db: Db,
  loadMap: () => Promise<CentroidMap>,
  id: number,
): Promise<VisualMatch[]> => {
  const { rows } = await sql<SimilarClipsInput>`
    select c.shoot_id, sh.slug as shoot, ca.slug as category, coalesce(su.slug, ca.slug) as subject, l.descriptor
    from clip_search s join clips c on c.id = s.clip_id join collections sh on sh.id = c.shoot_id
    join categories ca on ca.id = c.category_id left join categories su on su.id = c.subcategory_id
    left join clip_descriptors l on l.clip_id = s.clip_id
    where s.clip_id = ${id}`.execute(db)
  const [clip] = rows
  if (!clip) throw refuse.missing('clip')
  const siblings = await findShootClips(db, clip.shoot_id, id, clip.descriptor)
  const knownIds = new Set([id, ...siblings.map(sibling => sibling.clip_id)])
  const nearest = clip.descriptor ? await findNearestClips(db, await loadMap(), clip.descriptor) : []
  const others = nearest
    .filter(neighbor => !knownIds.has(neighbor.clip_id) && neighbor.distance < MAX_SIMILAR_DISTANCE)
    .map(({ clip_id, parts }) => ({ clip_id, reasons: listReasons(parts, { motion: true }) }))
    // Skips clips that have no reason, and those whose only reason is motion: they do not look similar.
    .filter(match => match.reasons.some(reason => reason !== SAME_MOTION))
    .slice(0, MAX_OTHER_CLIPS)
  const matches = [...siblings.slice(0, MAX_SHOOT_CLIPS), ...others]
  if (others.length === MAX_OTHER_CLIPS) return matches
  const subject = await findBestOfSubject(db, clip)
  const usedIds = new Set([...knownIds, ...others.map(match => match.clip_id)])
  const fill = subject.filter(clip_id => !usedIds.has(clip_id)).slice(0, MAX_OTHER_CLIPS - others.length)
  return [...matches, ...fill.map(clip_id => ({ clip_id, reasons: [SAME_SUBJECT] }))]
}

/** Returns the other clips of the shoot, the most similar first. */
const findShootClips = async (
  db: Db,
  shoot_id: number,
  id: number,
  descriptor: VisualDescriptor | null,
): Promise<VisualMatch[]> => {
  const { rows } = await sql<{ clip_id: number; descriptor: VisualDescriptor | null }>`
    select s.clip_id, l.descriptor from clips c join clip_search s on s.clip_id = c.id left join clip_descriptors l on l.clip_id = c.id
    where c.shoot_id = ${shoot_id} and c.id <> ${id} order by s.score desc, s.clip_id desc limit ${MAX_SIBLINGS}`.execute(
    db,
  )
  return rows
    .map(row => ({
      clip_id: row.clip_id,
      parts: descriptor && row.descriptor ? measureDistance(descriptor, row.descriptor) : undefined,
    }))
    .map(({ clip_id, parts }) => ({
      clip_id,
      reasons: [SAME_SHOOT, ...(parts ? listReasons(parts, { motion: true }) : [])],
      distance: parts ? distanceOf(parts) : Infinity,
    }))
    .toSorted((a, b) => a.distance - b.distance)
}

/**
 * Returns the best clips of the subcategory, then of the category, without the shoot. `offset 0` keeps the planner from
 * walking the score index, which would read every row for a rare category.
 */
const findBestOfSubject = async (db: Db, { shoot, subject, category }: SimilarClipsInput): Promise<number[]> => {
  const findBest = async (slug: string) => {
    const { rows } = await sql<{ clip_id: number }>`
      select clip_id from (
        select score, clip_id from clip_search
        where words @@ (quote_literal('~category=' || ${slug}::text)::tsquery && !!quote_literal('~collection=' || ${shoot}::text)::tsquery)
        offset 0
      ) gathered order by score desc, clip_id desc limit ${2 * MAX_OTHER_CLIPS}`.execute(db)
    return rows.map(row => row.clip_id)
  }
  const subjectClips = await findBest(subject)
  if (subjectClips.length >= 2 * MAX_OTHER_CLIPS || subject === category) return subjectClips
  return [...new Set([...subjectClips, ...(await findBest(category))])]
}
