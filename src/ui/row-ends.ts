/** Pictures in full rows of nearly equal height, none cropped and none left over: where the rows end, by the width of the list. */

/** Widths of a list, and about how many times its own height a row is wide there: one landscape picture, two, three, four. */
export const bands = { phone: 1.7, tablet: 3.6, desktop: 5.4, wall: 7.1 } as const
export type Band = keyof typeof bands
export const bandNames = Object.keys(bands) as Band[]

/** The same for fewer, larger pictures. */
export const largeBands: Record<Band, number> = { phone: 1.7, tablet: 2.7, desktop: 3.6, wall: 5.4 }

/** A row that is much less than full keeps some of its room empty instead of growing past this share of what it should be. */
const least_full = 0.6

/** No row has more pictures than this. */
const most_in_row = 24

/**
 * After which pictures a row ends, the last one apart. `ratios` are width over height. Of all ways to break the list in its
 * order this is the one whose rows are nearest to their wanted height, a row half as high counting like one twice as high.
 */
export const rowEnds = (ratios: readonly number[], row_ratio: number): number[] => {
  // For the first n pictures: the least cost, and where the last of their rows begins.
  const best: { cost: number; from: number }[] = [{ cost: 0, from: 0 }]
  for (let end = 1; end <= ratios.length; end += 1) {
    let sum = 0
    let found = { cost: Infinity, from: end - 1 }
    for (let from = end - 1; from >= Math.max(0, end - most_in_row); from -= 1) {
      sum += ratios[from] ?? 0
      const cost = (best[from]?.cost ?? 0) + Math.log(sum / row_ratio) ** 2
      if (cost < found.cost) found = { cost, from }
    }
    best.push(found)
  }
  const ends: number[] = []
  for (let from = best[ratios.length]?.from ?? 0; from > 0; from = best[from]?.from ?? 0) ends.unshift(from - 1)
  return ends
}

/** How much of a single, too short row stays empty, in the same measure as ratios. */
export const emptyEnd = (ratios: readonly number[], row_ratio: number): number =>
  Math.max(0, least_full * row_ratio - ratios.reduce((sum, ratio) => sum + ratio, 0))
