/** Texts around a chart. */

/** Returns which of `count` points have a label on the axis: at most `max` in equal steps, the last one included. */
export const pickAxisLabels = (count: number, max: number): number[] => {
  const step = Math.max(1, Math.ceil((count - 1) / (max - 1)))
  return Array.from({ length: count }, (_, index) => index).filter(index => (count - 1 - index) % step === 0)
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
