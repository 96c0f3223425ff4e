/** Long presses and drags from side to side on cards. Taps and scrolling stay the browser's. */
import { fingerMeans, press_ms } from './finger.ts'

type Card = HTMLElement

type Fingers = {
  /** The card under a touch, if it is one that answers to fingers. */
  cardAt: (target: EventTarget | null) => Card | undefined
  onPress: (card: Card) => void
  onScrub: (card: Card, x: number) => void
  onEnd: () => void
}

type Touch = {
  id: number
  card: Card
  from: { x: number; y: number }
  timer: number
  meant: 'undecided' | 'scrub' | 'press'
}

/** Until `signal` aborts. */
export const watchFingers = (signal: AbortSignal, { cardAt, onPress, onScrub, onEnd }: Fingers): void => {
  let touch: Touch | undefined
  /** The tap that the browser may make of a touch that was meant otherwise. */
  let isTapSpent = false

  const drop = () => {
    if (!touch) return
    window.clearTimeout(touch.timer)
    if (touch.meant === 'scrub') onEnd()
    touch = undefined
  }

  const onDown = (event: PointerEvent) => {
    isTapSpent = false
    const isOther = touch !== undefined
    drop()
    const card = event.pointerType === 'touch' && !isOther ? cardAt(event.target) : undefined
    if (!card) return
    const timer = window.setTimeout(() => {
      if (!touch) return
      touch.meant = 'press'
      isTapSpent = true
      onPress(card)
    }, press_ms)
    touch = { id: event.pointerId, card, from: { x: event.clientX, y: event.clientY }, timer, meant: 'undecided' }
  }

  const onMove = (event: PointerEvent) => {
    if (!touch || event.pointerId !== touch.id || touch.meant === 'press') return
    const { x, y } = { x: event.clientX, y: event.clientY }
    const meant = touch.meant === 'scrub' ? 'scrub' : fingerMeans(touch.from, { x, y })
    if (meant === 'undecided') return
    window.clearTimeout(touch.timer)
    if (meant === 'scroll') {
      touch = undefined
      return
    }
    touch.meant = 'scrub'
    isTapSpent = true
    onScrub(touch.card, x)
  }

  const onUp = (event: PointerEvent) => {
    if (event.pointerId === touch?.id) drop()
  }

  /** Neither the browser's menu nor its dragging of links comes in between. */
  const onOwn = (event: Event) => {
    if (touch) event.preventDefault()
  }
  const onClick = (event: MouseEvent) => {
    if (!isTapSpent) return
    isTapSpent = false
    event.preventDefault()
    event.stopPropagation()
  }

  document.addEventListener('pointerdown', onDown, { signal, passive: true })
  document.addEventListener('pointermove', onMove, { signal, passive: true })
  document.addEventListener('pointerup', onUp, { signal, passive: true })
  document.addEventListener('pointercancel', onUp, { signal, passive: true })
  document.addEventListener('contextmenu', onOwn, { signal })
  document.addEventListener('dragstart', onOwn, { signal })
  document.addEventListener('click', onClick, { signal, capture: true })
}
