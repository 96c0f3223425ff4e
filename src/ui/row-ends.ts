/** Breaks pictures into full rows of nearly equal height, without cropping or leftovers, for several list widths. */

/** List widths with the target row width as a multiple of the row height: about one to four landscape pictures. */
export const BREAKPOINT_RATIOS = { phone: 1.7, tablet: 3.6, desktop: 5.4, wall: 7.1 } as const
export type Breakpoint = keyof typeof BREAKPOINT_RATIOS
export const BREAKPOINTS = Object.keys(BREAKPOINT_RATIOS) as Breakpoint[]

/** The same for fewer, larger pictures. */
export const LARGE_BREAKPOINT_RATIOS: Record<Breakpoint, number> = { phone: 1.7, tablet: 2.7, desktop: 3.6, wall: 5.4 }

/** A shorter row keeps some space empty instead of growing beyond this share of its target. */
const MIN_FILL = 0.6

/** The maximum number of pictures in a row. */
const MAX_ROW_LENGTH = 24

/**
 * Returns the indexes after which a row ends, except the last. `ratios` are width divided by height. Of all ways to
 * break the list in order, this one has rows nearest to their target height, where half and double the height count
 * the same.
 */
export const findRowEnds = (ratios: readonly number[], row_ratio: number): number[] => {
  // For the first n pictures: the lowest cost, and the start of their last row.
  const best: { cost: number; from: number }[] = [{ cost: 0, from: 0 }]
  for (let end = 1; end <= ratios.length; end += 1) {
    let sum = 0
    let candidate = { cost: Infinity, from: end - 1 }
    for (let from = end - 1; from >= Math.max(0, end - MAX_ROW_LENGTH); from -= 1) {
      sum += ratios[from] ?? 0
      const cost = (best[from]?.cost ?? 0) + Math.log(sum / row_ratio) ** 2
      if (cost < candidate.cost) candidate = { cost, from }
    }
    best.push(candidate)
  }
  const ends: number[] = []
  for (let from = best[ratios.length]?.from ?? 0; from > 0; from = best[from]?.from ?? 0) ends.unshift(from - 1)
  return ends
}

/** Returns how much of a single short row stays empty, in the unit of ratios. */
export const getEmptyEnd = (ratios: readonly number[], row_ratio: number): number =>
  Math.max(0, MIN_FILL * row_ratio - ratios.reduce((sum, ratio) => sum + ratio, 0))
