/** What a finger on a card means, before the browser and we both act on it. */

type Place = { x: number; y: number }

/** How far a finger may tremble, in pixels. */
const slop_px = 10
/** Sooner than the browser's own long press, which would open its menu. */
export const press_ms = 420

/** From side to side scrubs; up or down is the page's; neither may still become a tap or a long press. */
export const fingerMeans = (from: Place, to: Place): 'undecided' | 'scrub' | 'scroll' => {
  const [across, along] = [Math.abs(to.x - from.x), Math.abs(to.y - from.y)]
  if (Math.max(across, along) <= slop_px) return 'undecided'
  return across > along ? 'scrub' : 'scroll'
}
