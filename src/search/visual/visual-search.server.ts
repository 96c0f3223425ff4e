/** Searches by color or by frame. Each function returns the complete result list, which the API splits into pages. */

import type { CentroidMap } from '#catalog/visual/cells.ts'
import { hexToLab } from '#catalog/visual/color-names.ts'
import type { VisualDescriptor } from '#catalog/visual/descriptor.ts'
import { MAX_SIMILAR_DISTANCE } from '#catalog/visual/distance.ts'
import type { Lab } from '#media/color.ts'
import type { Db } from '#platform/db/database.server.ts'

import type { VisualMatch } from './cards.server.ts'
import { findNearestClips, findClipsWithColor, MAX_COMPARED } from './neighbors.server.ts'
import { formatColorAmount, getNearestReason, listReasons, MUTED_SHADE } from './reasons.ts'

/** The maximum number of results of one search. */
const MAX_RESULTS = 240
/** When there are fewer results than this, the nearest clips fill the list. */
const MIN_RESULTS = 12
/** A search by frame compares more candidates than the similar clips on a clip page. */
const MAX_FRAME_CANDIDATES = 2 * MAX_COMPARED

/** Returns the muted shade that footage has of a vivid color: screens show colors that no camera records. */
const toMutedShade = ([L, a, b]: Lab): Lab => [(L + 50) / 2, a * 0.35, b * 0.35]

/** Finds the clips that have most of a color. `hex` is six digits. */
export const searchByColor = async (db: Db, hex: string): Promise<VisualMatch[]> => {
  const color = hexToLab(`#${hex}`)
  const matches = await findClipsWithColor(db, color)
  const rows = matches
    .slice(0, MAX_RESULTS)
    .map(({ clip_id, amount }) => ({ clip_id, reasons: [formatColorAmount(amount)] }))
  if (rows.length >= MIN_RESULTS) return rows
  const knownIds = new Set(rows.map(row => row.clip_id))
  const others = (await findClipsWithColor(db, toMutedShade(color))).filter(match => !knownIds.has(match.clip_id))
  return [
    ...rows,
    ...others.slice(0, MIN_RESULTS - rows.length).map(({ clip_id }) => ({ clip_id, reasons: [MUTED_SHADE] })),
  ]
}

export const searchByFrame = async (
  db: Db,
  centroidMap: CentroidMap,
  descriptor: VisualDescriptor,
): Promise<VisualMatch[]> => {
  const nearest = (await findNearestClips(db, centroidMap, descriptor, MAX_FRAME_CANDIDATES)).map(
    ({ clip_id, distance, parts }) => {
      const reasons = listReasons(parts, { motion: false })
      const isSimilar = distance < MAX_SIMILAR_DISTANCE && reasons.length > 0
      return { isSimilar, match: { clip_id, reasons: reasons.length > 0 ? reasons : [getNearestReason(parts)] } }
    },
  )
  const similar = nearest.filter(({ isSimilar }) => isSimilar)
  return (similar.length < MIN_RESULTS ? nearest.slice(0, MIN_RESULTS) : similar.slice(0, MAX_RESULTS)).map(
    ({ match }) => match,
  )
}
