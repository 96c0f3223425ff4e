/** Groups counts by number into bars of equal width. Pure functions. */
import type { FacetValue } from '#catalog/contract.ts'

/** `share` is relative to the tallest bar, 0 to 1. Both ends are inclusive. */
export type HistogramBar = { from: number; to: number; share: number }

const MAX_BARS = 24

/** Returns bars from the smallest number to the largest, or an empty list when there are no counts. */
export const toHistogram = (facet: readonly FacetValue[]): HistogramBar[] => {
  const points = facet.map(({ value, count }) => ({ position: Number(value), count })).filter(({ count }) => count > 0)
  if (points.length === 0) return []
  const min = Math.floor(Math.min(...points.map(({ position }) => position)))
  const max = Math.floor(Math.max(...points.map(({ position }) => position)))
  const step = Math.ceil((max - min + 1) / MAX_BARS)
  const sums = Array.from({ length: Math.floor((max - min) / step) + 1 }, () => 0)
  for (const { position, count } of points) {
    const index = Math.floor((Math.floor(position) - min) / step)
    sums[index] = (sums[index] ?? 0) + count
  }
  const tallest = Math.max(...sums)
  return sums.map((sum, i) => ({ from: min + i * step, to: min + (i + 1) * step - 1, share: sum / tallest }))
}
