/** Where a quick preview stands: large, beside what it belongs to, whole on the screen. All in pixels of the window. */

export type Box = { left: number; top: number; width: number; height: number }

/** Between the pointer or card and the preview. */
const gap_px = 20
/** To the edges of the window. */
const margin_px = 12
const most_px = 780
/** With less than this on both sides it stands over the middle of the window. */
const least_px = 260

/** `anchor` is a card, or the pointer as a box without size; `below_px` is the height of the words under the picture. */
export const placeBeside = (
  anchor: Box,
  ratio: number,
  below_px: number,
  window: { width: number; height: number },
): Box => {
  const highest_px = (window.height - 2 * margin_px - below_px) * ratio
  const rooms = {
    left: anchor.left - gap_px - margin_px,
    right: window.width - anchor.left - anchor.width - gap_px - margin_px,
  }
  const wish = Math.min(most_px, highest_px)
  const side = rooms.right >= Math.min(wish, rooms.left) ? 'right' : 'left'
  const isBeside = rooms[side] >= Math.min(least_px, wish)
  const width = Math.max(1, Math.min(wish, isBeside ? rooms[side] : window.width - 2 * margin_px))
  const height = width / ratio + below_px
  const middle = anchor.top + anchor.height / 2
  return {
    left: isBeside
      ? side === 'right'
        ? anchor.left + anchor.width + gap_px
        : anchor.left - gap_px - width
      : (window.width - width) / 2,
    top: Math.max(margin_px, Math.min(middle - height / 2, window.height - margin_px - height)),
    width,
    height,
  }
}
