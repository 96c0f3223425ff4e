/** Searches by color or by frame. Each function returns the complete result list, which the API splits into pages. */

import type { CentroidMap } from '#catalog/visual/cells.ts'
import { hexToLab } from '#catalog/visual/color-names.ts'
import type { VisualDescriptor } from '#catalog/visual/descriptor.ts'
import { MAX_SIMILAR_DISTANCE } from '#catalog/visual/distance.ts'
import type { Lab } from '#media/color.ts'
import type { Db } from '#platform/db/database.server.ts'

import type { VisualMatch } from './cards.server.ts'
import { findNearestClips, findClipsWithColor, MAX_COMPARED } from './neighbors.server.ts'
import { formatColorAmount, getNearestReason, listReasons, MUTED_SHADE, SIMILAR_SUBJECT } from './reasons.ts'

/** The maximum number of results of one search. The lists below have one more when there are more. */
export const MAX_RESULTS = 240
/** When there are fewer results than this, the nearest clips fill the list. */
const MIN_RESULTS = 12
/** A search by frame compares more candidates than the similar clips on a clip page. */
const MAX_FRAME_CANDIDATES = 2 * MAX_COMPARED

/** Returns the muted shade that footage has of a vivid color: screens show colors that no camera records. */
const toMutedShade = ([L, a, b]: Lab): Lab => [(L + 50) / 2, a * 0.35, b * 0.35]

/** Returns those of some clips that a text finds, too. */
export type NarrowClips = (clip_ids: readonly number[]) => Promise<ReadonlySet<number>>

const narrowMatches = async <T extends { clip_id: number }>(
  matches: readonly T[],
  narrow: NarrowClips | undefined,
): Promise<readonly T[]> => {
  if (!narrow) return matches
  const ids = await narrow(matches.map(({ clip_id }) => clip_id))
  return matches.filter(({ clip_id }) => ids.has(clip_id))
}

/** Finds the clips that have most of a color. `hex` is six digits. */
export const searchByColor = async (db: Db, hex: string, narrow?: NarrowClips): Promise<VisualMatch[]> => {
  const color = hexToLab(`#${hex}`)
  const matches = await narrowMatches(await findClipsWithColor(db, color), narrow)
  const rows = matches
    .slice(0, MAX_RESULTS + 1)
    .map(({ clip_id, amount }) => ({ clip_id, reasons: [formatColorAmount(amount)] }))
  if (rows.length >= MIN_RESULTS) return rows
  const knownIds = new Set(rows.map(row => row.clip_id))
  const muted = await narrowMatches(await findClipsWithColor(db, toMutedShade(color)), narrow)
  const others = muted.filter(match => !knownIds.has(match.clip_id))
  return [
    ...rows,
    ...others.slice(0, MIN_RESULTS - rows.length).map(({ clip_id }) => ({ clip_id, reasons: [MUTED_SHADE] })),
  ]
}

/** Clips of the same subject come first, in their order. */
export const searchByFrame = async (
  db: Db,
  centroidMap: CentroidMap,
  descriptor: VisualDescriptor,
  subject: readonly number[],
  narrow?: NarrowClips,
): Promise<VisualMatch[]> => {
  const candidates = await findNearestClips(db, centroidMap, descriptor, MAX_FRAME_CANDIDATES)
  const sameSubject = (
    await narrowMatches(
      subject.map(clip_id => ({ clip_id })),
      narrow,
    )
  ).map(({ clip_id }) => clip_id)
  const nearest = (await narrowMatches(candidates, narrow)).map(({ clip_id, distance, parts }) => {
    const reasons = listReasons(parts, { motion: false })
    const isSimilar = distance < MAX_SIMILAR_DISTANCE && reasons.length > 0
    return { clip_id, isSimilar, looks: reasons, nearestReason: getNearestReason(parts) }
  })
  const looksOf = new Map(nearest.map(({ clip_id, looks }) => [clip_id, looks]))
  const bySubject = sameSubject.map(clip_id => ({
    clip_id,
    reasons: [SIMILAR_SUBJECT, ...(looksOf.get(clip_id) ?? [])],
  }))
  const subjectIds = new Set(sameSubject)
  const byLook = nearest
    .filter(({ clip_id }) => !subjectIds.has(clip_id))
    .map(({ clip_id, looks, isSimilar, nearestReason }) => ({
      isSimilar,
      match: { clip_id, reasons: looks.length > 0 ? looks : [nearestReason] },
    }))
  const similar = byLook.filter(({ isSimilar }) => isSimilar)
  const isShort = bySubject.length + similar.length < MIN_RESULTS
  const rest = isShort ? byLook.slice(0, MIN_RESULTS - bySubject.length) : similar
  return [...bySubject, ...rest.map(({ match }) => match)].slice(0, MAX_RESULTS + 1)
}
