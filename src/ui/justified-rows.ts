/**
 * Rows of pictures that fill the width at one height each: the same greedy breaking that CSS flex wrapping does in
 * `justified-grid.module.css`, so that code can know which picture stands above which without measuring them all.
 */

export type Room = {
  /** Width of the grid in pixels. */
  width_px: number
  /** Least height of a full row in pixels. */
  target_px: number
  gap_px: number
}

/** Pictures `start` up to but not including `end`, all `height_px` high. */
export type Row = { start: number; end: number; height_px: number }

/** No picture grows past this many times its target size, so that a lone tall one does not fill a screen. */
export const mostGrowth = 2.75

/** `ratios` are width over height. The last row keeps the target height unless it is full. */
export const justifiedRows = (ratios: readonly number[], { width_px, target_px, gap_px }: Room): Row[] => {
  const rows: Row[] = []
  let start = 0
  while (start < ratios.length) {
    let end = start
    let sum = 0
    let taken_px = 0
    for (let ratio = ratios[end]; ratio !== undefined; ratio = ratios[end]) {
      const next_px = taken_px + (end > start ? gap_px : 0) + ratio * target_px
      if (end > start && next_px > width_px) break
      taken_px = next_px
      sum += ratio
      end += 1
    }
    const full_px = (width_px - gap_px * (end - start - 1)) / sum
    // The filler behind the last picture needs a gap of its own; without room for it the row counts as full.
    const open = end === ratios.length && taken_px + gap_px <= width_px
    rows.push({ start, end, height_px: open ? target_px : Math.min(full_px, target_px * mostGrowth) })
    start = end
  }
  return rows
}

export type Direction = 'left' | 'right' | 'up' | 'down'

/** The picture one step away from `index`: beside it, or nearest to its middle in the next row; itself at the edges. */
export const neighbor = (ratios: readonly number[], room: Room, index: number, direction: Direction): number => {
  if (direction === 'left') return Math.max(0, index - 1)
  if (direction === 'right') return Math.min(ratios.length - 1, index + 1)
  const rows = justifiedRows(ratios, room)
  const at = rows.findIndex(row => index < row.end)
  const [from, to] = [rows[at], rows[at + (direction === 'down' ? 1 : -1)]]
  if (!from || !to) return index
  const target = middles(ratios, from, room.gap_px)[index - from.start] ?? 0
  const distances = middles(ratios, to, room.gap_px).map(middle => Math.abs(middle - target))
  return to.start + distances.indexOf(Math.min(...distances))
}

/** Distance of each picture's middle from the left edge, in pixels. */
const middles = (ratios: readonly number[], row: Row, gap_px: number): number[] => {
  let left = 0
  return ratios.slice(row.start, row.end).map(ratio => {
    const width = ratio * row.height_px
    left += width + gap_px
    return left - gap_px - width / 2
  })
}
