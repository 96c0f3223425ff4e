/** J, K and L as in editing software: each press speeds up in its direction, or slows down against it. */

/** Signed multiples of normal speed; negative plays backward, 0 is paused. */
export const SHUTTLE_RATES = [-8, -4, -2, -1, 0, 1, 2, 4, 8] as const

export type ShuttleKey = 'backward' | 'still' | 'forward'

/** Returns the rate after a press at `rate`. A change of direction skips 0. */
export const nextShuttleRate = (rate: number, key: ShuttleKey): number => {
  if (key === 'still') return 0
  const nextRates =
    key === 'forward'
      ? SHUTTLE_RATES.filter(step => step > rate)
      : SHUTTLE_RATES.filter(step => step < rate).toReversed()
  return nextRates.find(step => step !== 0) ?? rate
}

/** The playback speeds, in the order of the speed button. */
export const PLAYBACK_SPEEDS = [1, 2, 0.25, 0.5] as const

export const getNextSpeed = (speed: number): number =>
  PLAYBACK_SPEEDS[(PLAYBACK_SPEEDS.findIndex(option => option === speed) + 1) % PLAYBACK_SPEEDS.length] ?? 1
