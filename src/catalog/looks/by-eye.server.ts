/** Searches by eye, whole: the list that pages are cut from. */
import type { Lab } from '#media/color.ts'
import type { Db } from '#platform/database.server.ts'

import type { LikeRow } from './cards.server.ts'
import type { LookMap } from './cells.ts'
import { labOf } from './color-names.ts'
import { alike } from './distance.ts'
import type { Look } from './look.ts'
import { clipsNear, clipsRichIn, most_compared } from './neighbors.server.ts'
import { amountText, duller_shade, reasonsOf } from './reasons.ts'

/** Further down nobody looks. */
const most_found = 240
/** However little there is that looks alike, the nearest are worth a look. */
const least_found = 12
/** Who shows a picture looks at more results than a clip's page has, and more closely. */
const most_of_frame = 2 * most_compared

/** What footage has of a glaring color: screens show colors that no lens sees. */
const duller = ([L, a, b]: Lab): Lab => [(L + 50) / 2, a * 0.35, b * 0.35]

/** `hex`: six digits. */
export const clipsOfColor = async (db: Db, hex: string): Promise<LikeRow[]> => {
  const color = labOf(`#${hex}`)
  const rich = await clipsRichIn(db, color)
  const rows = rich.slice(0, most_found).map(({ clip_id, amount }) => ({ clip_id, reasons: [amountText(amount)] }))
  if (rows.length >= least_found) return rows
  const known = new Set(rows.map(row => row.clip_id))
  const others = (await clipsRichIn(db, duller(color))).filter(one => !known.has(one.clip_id))
  return [
    ...rows,
    ...others.slice(0, least_found - rows.length).map(({ clip_id }) => ({ clip_id, reasons: [duller_shade] })),
  ]
}

export const clipsLikeFrame = async (db: Db, map: LookMap, look: Look): Promise<LikeRow[]> => {
  const near = (await clipsNear(db, map, look, most_of_frame)).map(({ clip_id, distance, parts }) => ({
    distance,
    row: { clip_id, reasons: reasonsOf(parts, { motion: false }) },
  }))
  const shown = near.filter(({ distance, row }) => distance < alike && row.reasons.length > 0)
  return (shown.length < least_found ? near.slice(0, least_found) : shown.slice(0, most_found)).map(({ row }) => row)
}
