/** Texts around a chart. */

/** Returns which of `count` points have a label on the axis: at most `max`, evenly spaced, with the first and the last. */
export const pickAxisLabels = (count: number, max: number): number[] => {
  const labels = Math.min(count, max)
  if (labels < 2) return count > 0 ? [count - 1] : []
  return Array.from({ length: labels }, (_, index) => Math.round((index * (count - 1)) / (labels - 1)))
}

const compact = { notation: 'compact', maximumFractionDigits: 1 } as const
const compactDollars = new Intl.NumberFormat('en-US', { ...compact, style: 'currency', currency: 'USD' })
const compactCounts = new Intl.NumberFormat('en-US', compact)

/** Returns "$1.5K" for 150000. */
export const formatCompactCents = (cents: number): string => compactDollars.format(cents / 100)
/** Returns "1.5K" for 1500. */
export const formatCompactCount = (count: number): string => compactCounts.format(count)

/** Returns "Up 12%", "Down 8%" or "No change". There is no percentage of nothing or of a loss. */
export const describeChange = (current: number, before: number): string => {
  if (current === before) return 'No change'
  const direction = current > before ? 'Up' : 'Down'
  return before > 0 ? `${direction} ${Math.round((Math.abs(current - before) / before) * 100)}%` : direction
}
