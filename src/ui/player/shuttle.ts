/** J, K and L as at an edit desk: each press goes one rung faster its way, or slower against it. */

/** Signed multiples of normal speed; negative plays backward, 0 stands still. */
export const rungs = [-8, -4, -2, -1, 0, 1, 2, 4, 8] as const

export type ShuttleKey = 'backward' | 'still' | 'forward'

/** The rate after a press at `rate`; against the current direction it passes 0 without stopping there. */
export const shuttle = (rate: number, key: ShuttleKey): number => {
  if (key === 'still') return 0
  const ahead = key === 'forward' ? rungs.filter(rung => rung > rate) : rungs.filter(rung => rung < rate).toReversed()
  return ahead.find(rung => rung !== 0) ?? rate
}

/** Speeds of plain playing, in the order in which the speed button goes through them. */
export const speeds = [1, 2, 0.25, 0.5] as const

export const nextSpeed = (speed: number): number =>
  speeds[(speeds.findIndex(one => one === speed) + 1) % speeds.length] ?? 1
