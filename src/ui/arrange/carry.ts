/** Carrying a picture to another place with the pointer: mouse, pen or finger. Nothing else on the page changes until it is let go. */
import styles from './carry.module.css'

type Point = { x: number; y: number }
type Target = { before: number | null; marker: DOMRect }

/** Less is a press, not a drag. */
const begins_after_px = 5
/** So near the edge of what scrolls it moves along, this much a frame. */
const edge_px = 72
const scroll_px = 14
const marker_px = 4

/** What can be carried: clips of a grid, and whatever else says that it has a place. */
const carried = '[data-clip], [data-place]'
export const idOf = (element: Element | null | undefined): number | null => {
  const card = element?.closest<HTMLElement>(carried)
  return card ? Number(card.dataset['clip'] ?? card.dataset['place']) : null
}

/** The last one that is shown. */
export const lastIn = (room: HTMLElement): number | null =>
  idOf([...room.querySelectorAll<HTMLElement>(carried)].at(-1))

/** From a press on `id` until the pointer is let go: then `onDrop` hears before which one, or null for the end. */
export const carry = (room: HTMLElement, id: number, start: Point, onDrop: (before: number | null) => void): void => {
  const cards = [...room.querySelectorAll<HTMLElement>(carried)]
  const card = cards.find(one => idOf(one) === id)
  if (!card) return
  let at = start
  let target: Target | undefined
  let shown: ReturnType<typeof show> | undefined
  let frame = 0

  const scroller = scrollerOf(room)
  const look = () => {
    const { top, bottom } = scroller ? scroller.getBoundingClientRect() : { top: 0, bottom: innerHeight }
    const step = at.y < top + edge_px ? -scroll_px : at.y > bottom - edge_px ? scroll_px : 0
    if (step !== 0) (scroller ?? window).scrollBy(0, step)
    target = targetAt(room, cards, at)
    shown?.at(at, target)
    frame = requestAnimationFrame(look)
  }
  const move = (event: PointerEvent) => {
    at = { x: event.clientX, y: event.clientY }
    if (shown || Math.hypot(at.x - start.x, at.y - start.y) < begins_after_px) return
    shown = show(card)
    look()
  }
  const end = (isDropped: boolean) => {
    listening.abort()
    cancelAnimationFrame(frame)
    if (!shown) return
    shown.away()
    keepFromClicking()
    const next = idOf(cards[cards.indexOf(card) + 1])
    if (isDropped && target && target.before !== id && target.before !== next) onDrop(target.before)
  }
  const listening = new AbortController()
  const { signal } = listening
  addEventListener('pointermove', move, { signal })
  addEventListener('pointerup', () => end(true), { signal })
  addEventListener('pointercancel', () => end(false), { signal })
  addEventListener('blur', () => end(false), { signal })
  addEventListener('keydown', event => event.key === 'Escape' && end(false), { signal })
}

/** A part of the page that scrolls by itself; undefined where the page does. */
const scrollerOf = (room: HTMLElement): HTMLElement | undefined => {
  for (let part = room.parentElement; part && part !== document.body; part = part.parentElement)
    if (/auto|scroll/.test(getComputedStyle(part).overflowY) && part.scrollHeight > part.clientHeight) return part
  return undefined
}

/** What is seen meanwhile: the picture under the pointer, and a line where it would go. */
const show = (card: HTMLElement) => {
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
    at: ({ x, y }: Point, target: Target | undefined) => {
      ghost.style.translate = `${x}px ${y}px`
      line.hidden = !target
      if (!target) return
      const { left, top, width, height } = target.marker
      Object.assign(line.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` })
    },
    away: () => {
      ghost.remove()
      line.remove()
      card.classList.remove(styles['carried'] ?? '')
      document.documentElement.classList.remove(styles['carrying'] ?? '')
    },
  }
}

const distance = ({ left, right, top, bottom }: DOMRect, { x, y }: Point) =>
  Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom))

/** The gap between pictures that is nearest to the pointer. */
const targetAt = (room: HTMLElement, cards: readonly HTMLElement[], at: Point): Target | undefined => {
  const boxes = cards.map(card => (card.querySelector('[data-frame]') ?? card).getBoundingClientRect())
  const distances = boxes.map(box => distance(box, at))
  const nearest = distances.indexOf(Math.min(...distances))
  const box = boxes[nearest]
  if (!box) return undefined
  const isAlone = box.width > room.clientWidth * 0.6
  const isAfter = isAlone ? at.y > box.top + box.height / 2 : at.x > box.left + box.width / 2
  const before = idOf(cards[isAfter ? nearest + 1 : nearest])
  const marker = isAlone
    ? new DOMRect(box.left, (isAfter ? box.bottom : box.top) - marker_px / 2, box.width, marker_px)
    : new DOMRect((isAfter ? box.right : box.left) - marker_px / 2, box.top, marker_px, box.height)
  return { before, marker }
}

/** The press that ends a drag is no click on the link beneath. */
const keepFromClicking = () => {
  const stop = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
  }
  addEventListener('click', stop, { capture: true })
  setTimeout(() => removeEventListener('click', stop, { capture: true }), 0)
}
