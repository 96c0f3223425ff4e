/** Dragging a picture to another position with a mouse, pen or finger. The page changes only on drop. */
import styles from './drag.module.css'

type PointerPosition = { x: number; y: number }
type DropTarget = { before: number | null; marker: DOMRect }

/** A shorter movement is a press, not a drag. */
const DRAG_THRESHOLD_PX = 5
/** Within this distance of an edge, the container scrolls by this much per frame. */
const EDGE_PX = 72
const SCROLL_PX = 14
const MARKER_PX = 4

/** The draggable items: clips of a grid, and other elements with a position. */
const ITEM_SELECTOR = '[data-clip], [data-place]'
export const getItemId = (element: Element | null | undefined): number | null => {
  const card = element?.closest<HTMLElement>(ITEM_SELECTOR)
  return card ? Number(card.dataset['clip'] ?? card.dataset['place']) : null
}

/** Returns the id of the last visible item. */
export const getLastItemId = (container: HTMLElement): number | null =>
  getItemId([...container.querySelectorAll<HTMLElement>(ITEM_SELECTOR)].at(-1))

/**
 * Follows the pointer from a press on `id` until it is released. Then it calls `onDrop` with the id to insert before,
 * or null for the end.
 */
export const startDrag = (
  container: HTMLElement,
  id: number,
  start: PointerPosition,
  onDrop: (before: number | null) => void,
): void => {
  const cards = [...container.querySelectorAll<HTMLElement>(ITEM_SELECTOR)]
  const card = cards.find(item => getItemId(item) === id)
  if (!card) return
  let pointer = start
  let target: DropTarget | undefined
  let preview: ReturnType<typeof showPreview> | undefined
  let frame = 0

  const scroller = findScroller(container)
  const update = () => {
    const { top, bottom } = scroller ? scroller.getBoundingClientRect() : { top: 0, bottom: innerHeight }
    const step = pointer.y < top + EDGE_PX ? -SCROLL_PX : pointer.y > bottom - EDGE_PX ? SCROLL_PX : 0
    if (step !== 0) (scroller ?? window).scrollBy(0, step)
    target = findDropTarget(container, cards, pointer)
    preview?.move(pointer, target)
    frame = requestAnimationFrame(update)
  }
  const move = (event: PointerEvent) => {
    pointer = { x: event.clientX, y: event.clientY }
    if (preview || Math.hypot(pointer.x - start.x, pointer.y - start.y) < DRAG_THRESHOLD_PX) return
    preview = showPreview(card)
    update()
  }
  const end = (isDropped: boolean) => {
    listeners.abort()
    cancelAnimationFrame(frame)
    if (!preview) return
    preview.remove()
    suppressClick()
    const next = getItemId(cards[cards.indexOf(card) + 1])
    if (isDropped && target && target.before !== id && target.before !== next) onDrop(target.before)
  }
  const listeners = new AbortController()
  const { signal } = listeners
  addEventListener('pointermove', move, { signal })
  addEventListener('pointerup', () => end(true), { signal })
  addEventListener('pointercancel', () => end(false), { signal })
  addEventListener('blur', () => end(false), { signal })
  addEventListener('keydown', event => event.key === 'Escape' && end(false), { signal })
}

/** Returns the closest scrollable ancestor, or undefined when the page itself scrolls. */
const findScroller = (container: HTMLElement): HTMLElement | undefined => {
  for (
    let ancestor = container.parentElement;
    ancestor && ancestor !== document.body;
    ancestor = ancestor.parentElement
  )
    if (/auto|scroll/.test(getComputedStyle(ancestor).overflowY) && ancestor.scrollHeight > ancestor.clientHeight)
      return ancestor
  return undefined
}

/** Shows the dragged picture under the pointer and a line at the drop position. */
const showPreview = (card: HTMLElement) => {
  const ghost = document.createElement('div')
  ghost.className = styles['ghost'] ?? ''
  const picture = card.querySelector('img')
  if (picture) {
    const { width, height } = picture.getBoundingClientRect()
    ghost.style.aspectRatio = `${width} / ${height}`
    ghost.style.backgroundImage = `url("${picture.currentSrc || picture.src}")`
  }
  const line = document.createElement('div')
  line.className = styles['line'] ?? ''
  document.body.append(line, ghost)
  card.classList.add(styles['carried'] ?? '')
  document.documentElement.classList.add(styles['carrying'] ?? '')
  return {
    move: ({ x, y }: PointerPosition, target: DropTarget | undefined) => {
      ghost.style.translate = `${x}px ${y}px`
      line.hidden = !target
      if (!target) return
      const { left, top, width, height } = target.marker
      Object.assign(line.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` })
    },
    remove: () => {
      ghost.remove()
      line.remove()
      card.classList.remove(styles['carried'] ?? '')
      document.documentElement.classList.remove(styles['carrying'] ?? '')
    },
  }
}

const distance = ({ left, right, top, bottom }: DOMRect, { x, y }: PointerPosition) =>
  Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom))

/** Returns the gap between items that is nearest to the pointer. */
const findDropTarget = (
  container: HTMLElement,
  cards: readonly HTMLElement[],
  pointer: PointerPosition,
): DropTarget | undefined => {
  const boxes = cards.map(card => (card.querySelector('[data-frame]') ?? card).getBoundingClientRect())
  const distances = boxes.map(box => distance(box, pointer))
  const nearest = distances.indexOf(Math.min(...distances))
  const box = boxes[nearest]
  if (!box) return undefined
  const isAlone = box.width > container.clientWidth * 0.6
  const isAfter = isAlone ? pointer.y > box.top + box.height / 2 : pointer.x > box.left + box.width / 2
  const before = getItemId(cards[isAfter ? nearest + 1 : nearest])
  const marker = isAlone
    ? new DOMRect(box.left, (isAfter ? box.bottom : box.top) - MARKER_PX / 2, box.width, MARKER_PX)
    : new DOMRect((isAfter ? box.right : box.left) - MARKER_PX / 2, box.top, MARKER_PX, box.height)
  return { before, marker }
}

/** The click that ends a drag must not activate the link below. */
const suppressClick = () => {
  const stop = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
  }
  addEventListener('click', stop, { capture: true })
  setTimeout(() => removeEventListener('click', stop, { capture: true }), 0)
}
