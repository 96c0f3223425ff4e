/**
 * Rows of pictures that fill the width at one height each. The same greedy algorithm as CSS flex wrapping in
 * `justified-grid.module.css`, so that code knows the layout without measuring every picture.
 */

export type GridMetrics = {
  /** The width of the grid in pixels. */
  width_px: number
  /** The minimum height of a full row in pixels. */
  target_px: number
  gap_px: number
}

/** The pictures from `start` up to but not including `end`, all `height_px` high. */
export type JustifiedRow = { start: number; end: number; height_px: number }

/** The maximum growth over the target height, so that a single tall picture does not fill the screen. */
export const MAX_GROWTH = 2.75

/** Returns the rows. `ratios` are width divided by height. The last row keeps the target height unless it is full. */
export const layoutRows = (ratios: readonly number[], { width_px, target_px, gap_px }: GridMetrics): JustifiedRow[] => {
  const rows: JustifiedRow[] = []
  let start = 0
  while (start < ratios.length) {
    let end = start
    let sum = 0
    let used_px = 0
    for (let ratio = ratios[end]; ratio !== undefined; ratio = ratios[end]) {
      const next_px = used_px + (end > start ? gap_px : 0) + ratio * target_px
      if (end > start && next_px > width_px) break
      used_px = next_px
      sum += ratio
      end += 1
    }
    const full_px = (width_px - gap_px * (end - start - 1)) / sum
    // The filler after the last picture needs its own gap. Without space for it, the row counts as full.
    const isPartial = end === ratios.length && used_px + gap_px <= width_px
    rows.push({ start, end, height_px: isPartial ? target_px : Math.min(full_px, target_px * MAX_GROWTH) })
    start = end
  }
  return rows
}

export type Direction = 'left' | 'right' | 'up' | 'down'

/**
 * Returns the picture one step away from `index`: beside it, or with the nearest center in the next row; itself at the
 * edges.
 */
export const findNeighbor = (
  ratios: readonly number[],
  metrics: GridMetrics,
  index: number,
  direction: Direction,
): number => {
  if (direction === 'left') return Math.max(0, index - 1)
  if (direction === 'right') return Math.min(ratios.length - 1, index + 1)
  const rows = layoutRows(ratios, metrics)
  const rowIndex = rows.findIndex(row => index < row.end)
  const [from, to] = [rows[rowIndex], rows[rowIndex + (direction === 'down' ? 1 : -1)]]
  if (!from || !to) return index
  const target = getCenters(ratios, from, metrics.gap_px)[index - from.start] ?? 0
  const distances = getCenters(ratios, to, metrics.gap_px).map(center => Math.abs(center - target))
  return to.start + distances.indexOf(Math.min(...distances))
}

/** Returns the distance of each picture's center from the left edge in pixels. */
const getCenters = (ratios: readonly number[], row: JustifiedRow, gap_px: number): number[] => {
  let left = 0
  return ratios.slice(row.start, row.end).map(ratio => {
    const width = ratio * row.height_px
    left += width + gap_px
    return left - gap_px - width / 2
  })
}
