/** Converts buyers’ interest in a clip to its popularity. */
import { DAY_MS } from '#platform/clock.ts'

/** Points for one signal of interest. */
export const interestPoints = { click: 1, license: 25 } as const
export type InterestSignal = keyof typeof interestPoints

const HALF_LIFE_MS = 60 * DAY_MS
/** The points of a clip with a popularity of 0.5. */
const HALF_POPULARITY_POINTS = 40
/** The highest popularity that can be assigned to a clip. */
const MAX_ASSIGNED_POPULARITY = 0.98

/** Returns what points are worth after `elapsed_ms`. */
export const decayPoints = (points: number, elapsed_ms: number): number =>
  points * 0.5 ** (Math.max(0, elapsed_ms) / HALF_LIFE_MS)

/** Returns 0 to 1; each further point counts less. */
export const popularityOf = (points: number): number => points / (points + HALF_POPULARITY_POINTS)

/** Returns the points of a clip whose popularity was assigned. */
export const pointsFor = (popularity: number): number => {
  const share = Math.min(Math.max(popularity, 0), MAX_ASSIGNED_POPULARITY)
  return (HALF_POPULARITY_POINTS * share) / (1 - share)
}
