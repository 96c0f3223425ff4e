/** Finds clips similar to one clip: a few from its shoot, those that look similar, and those that share its keywords. */
import { sql } from 'kysely'

import type { CentroidMap } from '#catalog/visual/cells.ts'
import type { VisualDescriptor } from '#catalog/visual/descriptor.ts'
import { MAX_SIMILAR_DISTANCE, distanceOf, measureDistance } from '#catalog/visual/distance.ts'
import type { Db } from '#platform/db/database.server.ts'
import { refuse } from '#platform/http/refusal.ts'

import type { Search } from '../search.server.ts'
import { lexicon } from '../text/lexicon.ts'
import type { VisualMatch } from './cards.server.ts'
import { findNearestClips } from './neighbors.server.ts'
import { listReasons, SAME_CATEGORY, SAME_MOTION, SAME_SHOOT, SAME_SUBJECT } from './reasons.ts'

const MAX_SHOOT_CLIPS = 6
const MAX_OTHER_CLIPS = 12
/** More clips than any known shoot has. */
const MAX_SIBLINGS = 500
/** Clips have the same subject when they share this many keywords and this part of them, without those of look and time. */
const MIN_SHARED_KEYWORDS = 2
const MIN_SHARED_PART = 0.3
const MAX_SUBJECT_CANDIDATES = 60
/** With fewer others than this, the best of the category follow. */
const MIN_OTHER_CLIPS = 6

type SimilarClipsInput = {
  shoot_id: number
  shoot: string
  subject: string
  category: string
  keywords: string[]
  descriptor: VisualDescriptor | null
}

/** Returns the similar clips. Throws a 404 refusal for a clip that is not published. */
export const findSimilarClips = async (
  db: Db,
  loadMap: () => Promise<CentroidMap>,
  findByKeywords: Search['findByKeywords'],
  id: number,
): Promise<VisualMatch[]> => {
  const { rows } = await sql<SimilarClipsInput>`
    select c.shoot_id, c.keywords, sh.slug as shoot, ca.slug as category, coalesce(su.slug, ca.slug) as subject, l.descriptor
    from clip_search s join clips c on c.id = s.clip_id join collections sh on sh.id = c.shoot_id
    join categories ca on ca.id = c.category_id left join categories su on su.id = c.subcategory_id
    left join clip_descriptors l on l.clip_id = s.clip_id
    where s.clip_id = ${id}`.execute(db)
  const [clip] = rows
  if (!clip) throw refuse.missing('clip')
  const siblings = await findShootClips(db, clip.shoot_id, id, clip.descriptor)
  const knownIds = new Set([id, ...siblings.map(sibling => sibling.clip_id)])
  const nearest = clip.descriptor ? await findNearestClips(db, await loadMap(), clip.descriptor) : []
  const looksSimilar = nearest
    .filter(neighbor => !knownIds.has(neighbor.clip_id) && neighbor.distance < MAX_SIMILAR_DISTANCE)
    .map(({ clip_id, parts }) => ({ clip_id, reasons: listReasons(parts, { motion: true }) }))
    // Skips clips that have no reason, and those whose only reason is motion: they do not look similar.
    .filter(match => match.reasons.some(reason => reason !== SAME_MOTION))
  const others = mergeMatches(await findSameSubject(findByKeywords, clip, knownIds), looksSimilar)
  const matches = [...siblings.slice(0, MAX_SHOOT_CLIPS), ...others]
  if (others.length >= MIN_OTHER_CLIPS) return matches
  const best = await findBestOfCategory(db, clip)
  const usedIds = new Set([...knownIds, ...others.map(match => match.clip_id)])
  const fill = best.filter(clip_id => !usedIds.has(clip_id)).slice(0, MIN_OTHER_CLIPS - others.length)
  return [...matches, ...fill.map(clip_id => ({ clip_id, reasons: [SAME_CATEGORY] }))]
}

/** Returns the clips that share enough keywords, the most relevant first. */
const findSameSubject = async (
  findByKeywords: Search['findByKeywords'],
  { keywords }: SimilarClipsInput,
  knownIds: ReadonlySet<number>,
): Promise<VisualMatch[]> => {
  const subject = keywords.filter(keyword => !lexicon.has(keyword.toLowerCase()))
  const least = Math.max(MIN_SHARED_KEYWORDS, subject.length * MIN_SHARED_PART)
  return (await findByKeywords(subject, MAX_SUBJECT_CANDIDATES))
    .filter(({ clip_id, shared }) => shared >= least && !knownIds.has(clip_id))
    .map(({ clip_id }) => ({ clip_id, reasons: [SAME_SUBJECT] }))
}

/** Returns clips with both the same subject and a similar look first, then those with one of them in turn. */
const mergeMatches = (sameSubject: readonly VisualMatch[], looksSimilar: readonly VisualMatch[]): VisualMatch[] => {
  const reasonsOf = new Map(looksSimilar.map(({ clip_id, reasons }) => [clip_id, reasons]))
  const isSubject = new Set(sameSubject.map(({ clip_id }) => clip_id))
  const withLook = sameSubject.map(({ clip_id, reasons }) => ({
    clip_id,
    reasons: [...reasons, ...(reasonsOf.get(clip_id) ?? [])],
  }))
  const both = withLook.filter(({ reasons }) => reasons.length > 1)
  const subjectOnly = withLook.filter(({ reasons }) => reasons.length === 1)
  const lookOnly = looksSimilar.filter(({ clip_id }) => !isSubject.has(clip_id))
  const inTurn = Array.from({ length: Math.max(subjectOnly.length, lookOnly.length) }, (_, i) => [
    ...subjectOnly.slice(i, i + 1),
    ...lookOnly.slice(i, i + 1),
  ]).flat()
  return [...both, ...inTurn].slice(0, MAX_OTHER_CLIPS)
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
const findBestOfCategory = async (db: Db, { shoot, subject, category }: SimilarClipsInput): Promise<number[]> => {
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
