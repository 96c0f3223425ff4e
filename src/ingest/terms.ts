/** The controlled vocabulary that describes a shot. Buyers filter by it, so each thing has one term. */

export const cameraLooks = [
  'aerial',
  'close-up',
  'handheld',
  'locked-off',
  'macro',
  'point-of-view',
  'tracking',
  'underwater',
  'wide',
] as const

export const motions = ['realtime', 'slow-motion', 'timelapse', 'hyperlapse', 'reverse'] as const

export const timesOfDay = [
  'dawn',
  'sunrise',
  'morning',
  'day',
  'midday',
  'afternoon',
  'golden hour',
  'sunset',
  'dusk',
  'blue hour',
  'night',
  'overcast',
  'studio',
  'n/a',
] as const

export const productions = ['filmed', 'computer-generated'] as const
export const tiers = ['standard', 'premium', 'signature'] as const

/** "Slow Motion", "slow_motion" and "slowmotion" are the same term. */
const normalizeTerm = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/** Returns a lookup that finds a term by any of its spellings. */
export const createTermLookup = <T extends string>(terms: readonly T[]) => {
  const bySpelling = new Map(terms.map(term => [normalizeTerm(term), term]))
  return { get: (text: string): T | undefined => bySpelling.get(normalizeTerm(text)) }
}
