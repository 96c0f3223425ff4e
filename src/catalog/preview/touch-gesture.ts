/** Classifies a touch on a card before the browser acts on it. */

type GesturePoint = { x: number; y: number }

/** Movements up to this many pixels do not count. */
const TOLERANCE_PX = 10
/** Shorter than the browser's own long press, which opens its context menu. */
export const LONG_PRESS_MS = 420

/** A horizontal movement scrubs, a vertical one scrolls, and a small one may still become a tap or a long press. */
export const classifyGesture = (from: GesturePoint, to: GesturePoint): 'undecided' | 'scrub' | 'scroll' => {
  const [horizontal, vertical] = [Math.abs(to.x - from.x), Math.abs(to.y - from.y)]
  if (Math.max(horizontal, vertical) <= TOLERANCE_PX) return 'undecided'
  return horizontal > vertical ? 'scrub' : 'scroll'
}
