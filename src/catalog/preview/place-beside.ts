/** Positions a quick preview: large, beside its card, entirely on the screen. All values are in CSS pixels of the window. */

export type PreviewBox = { left: number; top: number; width: number; height: number }

/** The distance between the card and the preview. */
const GAP_PX = 12
/** The distance to the edges of the window. */
const MARGIN_PX = 12
const MAX_WIDTH_PX = 640
/** A narrower preview may cover the edge of its card, but not the middle. */
const USEFUL_WIDTH_PX = 560
/** With less space than this on all sides the preview is centered in the window. */
const MIN_WIDTH_PX = 260

type PreviewLayout = { ratio: number; below_px: number; window: { width: number; height: number } }

/** `below_px` is the height of the caption under the picture. */
export const placeBeside = (
  card: PreviewBox,
  ratio: number,
  below_px: number,
  window: { width: number; height: number },
): PreviewBox => {
  const layout = { ratio, below_px, window }
  const beside = placeOutside(card, layout)
  const placed = beside.width < USEFUL_WIDTH_PX ? widest([beside, placeOutside(middleOf(card), layout)]) : beside
  return placed.width < MIN_WIDTH_PX ? center(layout) : placed
}

const clamp = (value: number, max: number) => Math.max(MARGIN_PX, Math.min(value, max - MARGIN_PX))
const widest = (boxes: [PreviewBox, ...PreviewBox[]]) =>
  boxes.reduce((best, box) => (box.width > best.width ? box : best))

/** Half of the card in each direction. */
const middleOf = ({ left, top, width, height }: PreviewBox): PreviewBox => ({
  left: left + width / 4,
  top: top + height / 4,
  width: width / 2,
  height: height / 2,
})

const boxOf = (maxWidth: number, maxHeight: number, { ratio, below_px, window }: PreviewLayout) => {
  const width = Math.max(
    1,
    Math.min(
      MAX_WIDTH_PX,
      maxWidth,
      window.width - 2 * MARGIN_PX,
      (Math.min(maxHeight, window.height - 2 * MARGIN_PX) - below_px) * ratio,
    ),
  )
  return { width, height: width / ratio + below_px }
}

/** On the side of `anchor` with the most space: to the right, to the left, below or above. */
const placeOutside = (anchor: PreviewBox, layout: PreviewLayout): PreviewBox => {
  const { width: windowWidth, height: windowHeight } = layout.window
  const right = anchor.left + anchor.width
  const bottom = anchor.top + anchor.height
  const space = (px: number) => px - GAP_PX - MARGIN_PX
  const atSide = (px: number) => {
    const box = boxOf(space(px), windowHeight, layout)
    return { ...box, top: clamp(anchor.top + (anchor.height - box.height) / 2, windowHeight - box.height) }
  }
  const acrossEdge = (px: number) => {
    const box = boxOf(windowWidth, space(px), layout)
    return { ...box, left: clamp(anchor.left + (anchor.width - box.width) / 2, windowWidth - box.width) }
  }
  const [toRight, toLeft] = [atSide(windowWidth - right), atSide(anchor.left)]
  const [below, above] = [acrossEdge(windowHeight - bottom), acrossEdge(anchor.top)]
  return widest([
    { ...toRight, left: right + GAP_PX },
    { ...toLeft, left: anchor.left - GAP_PX - toLeft.width },
    { ...below, top: bottom + GAP_PX },
    { ...above, top: anchor.top - GAP_PX - above.height },
  ])
}

const center = (layout: PreviewLayout): PreviewBox => {
  const { width: windowWidth, height: windowHeight } = layout.window
  const box = boxOf(windowWidth, windowHeight, layout)
  return { ...box, left: (windowWidth - box.width) / 2, top: (windowHeight - box.height) / 2 }
}
