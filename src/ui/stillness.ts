/** Who asked for less motion or fewer bytes: nothing plays by itself for them, and everything still does on demand. */

type Connection = { connection?: { saveData?: boolean } }

export const prefersStill = (): boolean =>
  matchMedia('(prefers-reduced-motion: reduce), (prefers-reduced-data: reduce)').matches ||
  (navigator as Navigator & Connection).connection?.saveData === true
