/** Watches long presses and horizontal drags on cards. Taps and scrolling are left to the browser. */
import { classifyGesture, LONG_PRESS_MS } from './touch-gesture.ts'

type TouchCardElement = HTMLElement

type TouchCallbacks = {
  /** Returns the card under a touch if it supports touch previews. */
  cardAt: (target: EventTarget | null) => TouchCardElement | undefined
  onPress: (card: TouchCardElement) => void
  onScrub: (card: TouchCardElement, x: number) => void
  onEnd: () => void
}

type ActiveTouch = {
  id: number
  card: TouchCardElement
  from: { x: number; y: number }
  timer: number
  gesture: 'undecided' | 'scrub' | 'press'
}

/** Watches until `signal` aborts. */
export const watchTouch = (signal: AbortSignal, { cardAt, onPress, onScrub, onEnd }: TouchCallbacks): void => {
  let touch: ActiveTouch | undefined
  /** Whether to suppress the click that the browser may send after a touch that was a gesture. */
  let isClickSuppressed = false

  const endTouch = () => {
    if (!touch) return
    window.clearTimeout(touch.timer)
    if (touch.gesture === 'scrub') onEnd()
    touch = undefined
  }

  const onDown = (event: PointerEvent) => {
    isClickSuppressed = false
    const isSecondTouch = touch !== undefined
    endTouch()
    const card = event.pointerType === 'touch' && !isSecondTouch ? cardAt(event.target) : undefined
    if (!card) return
    const timer = window.setTimeout(() => {
      if (!touch) return
      touch.gesture = 'press'
      onPress(card)
      // After the clicks that a press itself sends.
      isClickSuppressed = true
    }, LONG_PRESS_MS)
    touch = { id: event.pointerId, card, from: { x: event.clientX, y: event.clientY }, timer, gesture: 'undecided' }
  }

  const onMove = (event: PointerEvent) => {
    if (!touch || event.pointerId !== touch.id || touch.gesture === 'press') return
    const { x, y } = { x: event.clientX, y: event.clientY }
    const gesture = touch.gesture === 'scrub' ? 'scrub' : classifyGesture(touch.from, { x, y })
    if (gesture === 'undecided') return
    window.clearTimeout(touch.timer)
    if (gesture === 'scroll') {
      touch = undefined
      return
    }
    touch.gesture = 'scrub'
    isClickSuppressed = true
    onScrub(touch.card, x)
  }

  const onUp = (event: PointerEvent) => {
    if (event.pointerId === touch?.id) endTouch()
  }

  /** Prevents the browser's context menu and link dragging during a touch. */
  const onNativeGesture = (event: Event) => {
    if (touch) event.preventDefault()
  }
  const onClick = (event: MouseEvent) => {
    if (!isClickSuppressed) return
    isClickSuppressed = false
    event.preventDefault()
    event.stopPropagation()
  }

  document.addEventListener('pointerdown', onDown, { signal, passive: true })
  document.addEventListener('pointermove', onMove, { signal, passive: true })
  document.addEventListener('pointerup', onUp, { signal, passive: true })
  document.addEventListener('pointercancel', onUp, { signal, passive: true })
  document.addEventListener('contextmenu', onNativeGesture, { signal })
  document.addEventListener('dragstart', onNativeGesture, { signal })
  document.addEventListener('click', onClick, { signal, capture: true })
}
