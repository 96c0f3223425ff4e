/**
 * Returns whether the user prefers reduced motion or data. If so, nothing plays automatically, but everything plays on
 * demand.
 */

type NavigatorConnection = { connection?: { saveData?: boolean } }

export const prefersReducedMotion = (): boolean =>
  matchMedia('(prefers-reduced-motion: reduce), (prefers-reduced-data: reduce)').matches ||
  (navigator as Navigator & NavigatorConnection).connection?.saveData === true
