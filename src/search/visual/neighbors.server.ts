/** Finds clips near a descriptor or with a color: candidates come from an index and are then compared one by one. */
import { sql } from 'kysely'

import { listNearestCells, type CentroidMap } from '#catalog/visual/cells.ts'
import { measureColorAmount, listSearchTerms } from '#catalog/visual/color-terms.ts'
import { DESCRIPTOR_BYTES, type VisualDescriptor } from '#catalog/visual/descriptor.ts'
import { distanceOf, measureDistance, type DistanceParts } from '#catalog/visual/distance.ts'
import type { Lab } from '#media/color.ts'
import type { Db } from '#platform/db/database.server.ts'

/** The maximum number of candidates to compare. The rest are in cells farther away. */
export const MAX_COMPARED = 4_000
/** Enough cells to reach that number in a catalog of any size. */
const MAX_CELLS = 256
const MAX_TERMS = 200
const FIRST_TERMS = 56
/** Below this share of the picture a color does not count. */
const MIN_AMOUNT = 0.04

export type ClipNeighbor = { clip_id: number; distance: number; parts: DistanceParts }
export type ColorMatch = { clip_id: number; amount: number }

const ROW_BYTES = 4 + DESCRIPTOR_BYTES

/** Returns each clip id with the offset of its descriptor in the database's result, each clip once. */
const readOffsets = (bytes: Uint8Array): [clip_id: number, at: number][] => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const offsets = new Map<number, number>()
  for (let offset = 0; offset < bytes.byteLength; offset += ROW_BYTES) offsets.set(view.getInt32(offset), offset + 4)
  return [...offsets]
}

type DescriptorBytesRow = { looks: Uint8Array | null }

/** Returns the clips nearest to a descriptor, nearest first. */
export const findNearestClips = async (
  db: Db,
  centroidMap: CentroidMap,
  descriptor: VisualDescriptor,
  limit = MAX_COMPARED,
): Promise<ClipNeighbor[]> => {
  const { rows } = await sql<DescriptorBytesRow>`
    select descriptors_in_cells(${listNearestCells(centroidMap, descriptor, MAX_CELLS)}::int[], ${limit}) as looks`.execute(
    db,
  )
  const bytes = rows[0]?.looks ?? new Uint8Array()
  return readOffsets(bytes)
    .map(([clip_id, offset]) => {
      const parts = measureDistance(descriptor, bytes, offset)
      return { clip_id, distance: distanceOf(parts), parts }
    })
    .toSorted((a, b) => a.distance - b.distance || a.clip_id - b.clip_id)
}

/**
 * Returns the clips with a color, those with most of it first. Terms with a low expected amount are only searched when the
 * first ones yield fewer than `enough` clips.
 */
export const findClipsWithColor = async (
  db: Db,
  color: Lab,
  limit = MAX_COMPARED,
  enough = 240,
): Promise<ColorMatch[]> => {
  const terms = listSearchTerms(color, MAX_TERMS)
  const amounts = await loadColorAmounts(db, color, terms.slice(0, FIRST_TERMS), limit)
  if (amounts.size < enough)
    for (const [id, amount] of await loadColorAmounts(db, color, terms.slice(FIRST_TERMS), limit))
      amounts.set(id, amount)
  return [...amounts]
    .map(([clip_id, amount]) => ({ clip_id, amount }))
    .toSorted((a, b) => b.amount - a.amount || a.clip_id - b.clip_id)
}

const loadColorAmounts = async (db: Db, color: Lab, terms: readonly number[], limit: number) => {
  const { rows } =
    await sql<DescriptorBytesRow>`select descriptors_with_colors(${[...terms]}::int[], ${limit}) as looks`.execute(db)
  const bytes = rows[0]?.looks ?? new Uint8Array()
  const amounts = readOffsets(bytes).map(
    ([clip_id, offset]) => [clip_id, measureColorAmount(color, bytes, offset)] as const,
  )
  return new Map(amounts.filter(([, amount]) => amount >= MIN_AMOUNT))
}
