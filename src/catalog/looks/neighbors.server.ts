/** Clips near a look or rich in a color: candidates from an index, then compared one by one. */
import { sql } from 'kysely'

import type { Lab } from '#media/color.ts'
import type { Db } from '#platform/database.server.ts'

import { cellsNear, type LookMap } from './cells.ts'
import { amountOf, wordsFor } from './color-words.ts'
import { distanceOf, partsOf, type Parts } from './distance.ts'
import { look_bytes, type Look } from './look.ts'

/** So many are compared; the others lie in cells that are farther away. */
export const most_compared = 4_000
/** Enough to fill that at any size of the catalog. */
const most_cells = 256
const most_words = 200
const first_words = 56
/** Of a color that takes less of the picture than this nobody would say that the clip has it. */
const least_amount = 0.04

export type Neighbor = { clip_id: number; distance: number; parts: Parts }
export type Rich = { clip_id: number; amount: number }

const row_bytes = 4 + look_bytes

/** Where each look begins in what the database answers, each clip once. */
const rowsIn = (found: Uint8Array): [clip_id: number, at: number][] => {
  const view = new DataView(found.buffer, found.byteOffset, found.byteLength)
  const places = new Map<number, number>()
  for (let at = 0; at < found.byteLength; at += row_bytes) places.set(view.getInt32(at), at + 4)
  return [...places]
}

type Found = { looks: Uint8Array | null }

/** Nearest first. */
export const clipsNear = async (db: Db, map: LookMap, look: Look, most = most_compared): Promise<Neighbor[]> => {
  const { rows } = await sql<Found>`
    select looks_in_cells(${cellsNear(map, look, most_cells)}::int[], ${most}) as looks`.execute(db)
  const found = rows[0]?.looks ?? new Uint8Array()
  return rowsIn(found)
    .map(([clip_id, at]) => {
      const parts = partsOf(look, found, at)
      return { clip_id, distance: distanceOf(parts), parts }
    })
    .toSorted((a, b) => a.distance - b.distance || a.clip_id - b.clip_id)
}

/** Those that have most of it first. What promises less is asked for only when that is not `enough`. */
export const clipsRichIn = async (db: Db, color: Lab, most = most_compared, enough = 240): Promise<Rich[]> => {
  const words = wordsFor(color, most_words)
  const found = await withColors(db, color, words.slice(0, first_words), most)
  if (found.size < enough)
    for (const [id, amount] of await withColors(db, color, words.slice(first_words), most)) found.set(id, amount)
  return [...found]
    .map(([clip_id, amount]) => ({ clip_id, amount }))
    .toSorted((a, b) => b.amount - a.amount || a.clip_id - b.clip_id)
}

const withColors = async (db: Db, color: Lab, words: readonly number[], most: number) => {
  const { rows } = await sql<Found>`select looks_with_colors(${[...words]}::int[], ${most}) as looks`.execute(db)
  const found = rows[0]?.looks ?? new Uint8Array()
  const amounts = rowsIn(found).map(([clip_id, at]) => [clip_id, amountOf(color, found, at)] as const)
  return new Map(amounts.filter(([, amount]) => amount >= least_amount))
}
