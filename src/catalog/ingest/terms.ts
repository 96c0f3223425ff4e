/** The words for what a shot is like. Buyers choose among them, so that there is one for each thing. */

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

/** "Slow Motion", "slow_motion" and "slowmotion" are one word. */
const plain = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/** Finds a known word by any of its spellings. */
export const termsOf = <T extends string>(known: readonly T[]) => {
  const spelled = new Map(known.map(word => [plain(word), word]))
  return { get: (text: string): T | undefined => spelled.get(plain(text)) }
}
