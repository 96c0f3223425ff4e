/** Counts by number as bars of equal width. Pure. */
import type { FacetValue } from '../contract.ts'

/** `share` of the tallest bar, 0 to 1. Both ends are within. */
export type Bar = { from: number; to: number; share: number }

const most_bars = 24

/** From the smallest number to the largest; empty for no counts. */
export const barsOf = (facet: readonly FacetValue[]): Bar[] => {
  const points = facet.map(({ value, count }) => ({ at: Number(value), count })).filter(({ count }) => count > 0)
  if (points.length === 0) return []
  const least = Math.floor(Math.min(...points.map(({ at }) => at)))
  const most = Math.floor(Math.max(...points.map(({ at }) => at)))
  const step = Math.ceil((most - least + 1) / most_bars)
  const sums = Array.from({ length: Math.floor((most - least) / step) + 1 }, () => 0)
  for (const { at, count } of points) {
    const i = Math.floor((Math.floor(at) - least) / step)
    sums[i] = (sums[i] ?? 0) + count
  }
  const tallest = Math.max(...sums)
  return sums.map((sum, i) => ({ from: least + i * step, to: least + (i + 1) * step - 1, share: sum / tallest }))
}
