/**
 * Positions a quick preview: large, beside its card or the pointer, entirely on the screen. All values are in CSS pixels of
 * the window.
 */

export type PreviewBox = { left: number; top: number; width: number; height: number }

/** The distance between the pointer or card and the preview. */
const GAP_PX = 20
/** The distance to the edges of the window. */
const MARGIN_PX = 12
const MAX_WIDTH_PX = 780
/** With less space than this on both sides the preview is centered in the window. */
const MIN_WIDTH_PX = 260

/** `anchor` is a card, or the pointer as an empty box. `below_px` is the height of the caption under the picture. */
export const placeBeside = (
  anchor: PreviewBox,
  ratio: number,
  below_px: number,
  window: { width: number; height: number },
): PreviewBox => {
  const maxWidthByHeight = (window.height - 2 * MARGIN_PX - below_px) * ratio
  const space = {
    left: anchor.left - GAP_PX - MARGIN_PX,
    right: window.width - anchor.left - anchor.width - GAP_PX - MARGIN_PX,
  }
  const maxWidth = Math.min(MAX_WIDTH_PX, maxWidthByHeight)
  const side = space.right >= Math.min(maxWidth, space.left) ? 'right' : 'left'
  const isBeside = space[side] >= Math.min(MIN_WIDTH_PX, maxWidth)
  const width = Math.max(1, Math.min(maxWidth, isBeside ? space[side] : window.width - 2 * MARGIN_PX))
  const height = width / ratio + below_px
  const centerY = anchor.top + anchor.height / 2
  return {
    left: isBeside
      ? side === 'right'
        ? anchor.left + anchor.width + GAP_PX
        : anchor.left - GAP_PX - width
      : (window.width - width) / 2,
    top: Math.max(MARGIN_PX, Math.min(centerY - height / 2, window.height - MARGIN_PX - height)),
    width,
    height,
  }
}
