/** How buyers' interest in a clip becomes its popularity. */

/** What one sign of interest is worth. */
export const worth = { click: 1, license: 25 } as const
export type Sign = keyof typeof worth

const half_life_ms = 60 * 86_400_000
/** So many points make a clip half as popular as one can be. */
const middling = 40
/** A clip that starts as everybody's favorite has earned no more than this. */
const highest = 0.98

/** Points now, of points some time ago. */
export const faded = (points: number, elapsed_ms: number): number =>
  points * 0.5 ** (Math.max(0, elapsed_ms) / half_life_ms)

/** 0 to 1; each further point counts less. */
export const popularityOf = (points: number): number => points / (points + middling)

/** The points of a clip whose popularity was given and not earned. */
export const pointsFor = (popularity: number): number => {
  const share = Math.min(Math.max(popularity, 0), highest)
  return (middling * share) / (1 - share)
}
