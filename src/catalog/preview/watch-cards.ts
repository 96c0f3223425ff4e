/**
 * Watches pointer, focus, keys and touch for all clip cards of the document with one set of listeners, and starts the preview
 * that each card should show.
 */
import { isTyping } from '#ui/is-typing.ts'

import { scheduleHint } from './hint.ts'
import { playLoop } from './loop.ts'
import {
  getHeldPreview,
  reducePreview,
  selectPreview,
  type PreviewState,
  type PreviewEvent,
  type PreviewSelection,
} from './preview-state.ts'
import { scrub, type Scrubber } from './scrub.ts'
import { watchTouch } from './watch-touch.ts'

export type CardElement = HTMLElement
type Point = { x: number; y: number }

/** Callbacks for previews that are shown outside the card. */
type PreviewCallbacks = {
  /** A quick preview beside the card; undefined closes it. */
  onQuick: (card: CardElement | undefined) => void
  onHelp: () => void
}

export type CardWatcher = { stop: () => void; leave: () => void }

const modifiers = new Set(['Meta', 'Alt', 'Shift'])
const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity }

const toElement = (target: EventTarget | null) => (target instanceof Element ? target : undefined)
const findCard = (target: EventTarget | null) =>
  toElement(target)?.closest<CardElement>('[data-loop], [data-clip]') ?? undefined
const isClip = (card: CardElement) => card.dataset['clip'] !== undefined

/** Whether the shortcut keys of the page belong to its cards. If the page has a player, the question mark is the player's. */
const hasCardsOnly = () =>
  document.querySelector('[data-clip]') !== null && document.querySelector('[data-player]') === null

/** Returns the horizontal position of `x` within the card, 0 to 1. */
const getShareAt = (card: CardElement, x: number) => {
  const { left, width } = card.getBoundingClientRect()
  return width > 0 ? (x - left) / width : 0
}

export const watchCards = ({ onQuick, onHelp }: PreviewCallbacks): CardWatcher => {
  let state: PreviewState<CardElement> = {}
  let current: PreviewSelection<CardElement> = { what: 'nothing' }
  let stopCurrent = () => {}
  let scrubber: Scrubber | undefined
  let pointer: Point = { x: 0, y: 0 }

  const startPreview = ({ what, card, by }: PreviewSelection<CardElement>): (() => void) => {
    if (what === 'nothing') return () => {}
    if (!isClip(card)) return playLoop(card)
    if (what === 'loop') {
      const stopFunctions = [playLoop(card), scheduleHint(by)]
      return () => stopFunctions.forEach(stop => stop())
    }
    if (what === 'scrub') {
      scrubber = scrub(card, by === 'focus' ? 0 : getShareAt(card, pointer.x), by === 'focus')
      return () => {
        scrubber?.end()
        scrubber = undefined
      }
    }
    onQuick(card)
    return () => onQuick(undefined)
  }

  const dispatch = (event: PreviewEvent<CardElement>) => {
    state = reducePreview(state, event)
    const next = selectPreview(state)
    if (next.what === current.what && next.card === current.card && next.by === current.by) return
    stopCurrent()
    current = next
    stopCurrent = startPreview(next)
  }

  const onPointer = (event: PointerEvent) => {
    if (event.pointerType === 'touch') return
    pointer = { x: event.clientX, y: event.clientY }
    if (event.type === 'pointerout' && event.relatedTarget) return
    dispatch({
      type: 'point',
      card: event.type === 'pointerout' ? undefined : findCard(event.target),
      held: getHeldPreview(event),
    })
    if (current.what === 'scrub' && current.by === 'pointer') scrubber?.to(getShareAt(current.card, pointer.x))
  }
  // Movements matter only while a key is held, or was until just now. Moving to another card triggers `pointerover`
  // instead.
  const onMove = (event: PointerEvent) => {
    if (state.held ?? getHeldPreview(event)) onPointer(event)
    else pointer = { x: event.clientX, y: event.clientY }
  }

  const onFocus = ({ target }: Pick<FocusEvent, 'target'>) => {
    dispatch({ type: 'focus', card: toElement(target)?.matches(':focus-visible') ? findCard(target) : undefined })
  }
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (!findCard(relatedTarget)) dispatch({ type: 'focus', card: undefined })
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      if (current.what === 'scrub' || current.what === 'quick') event.preventDefault()
      dispatch({ type: 'end' })
    } else if (isTyping(event.target)) {
      // The key types a capital letter. If it is meant for a card instead, the next pointer movement reports it.
    } else if (modifiers.has(event.key)) {
      dispatch({ type: 'held', held: getHeldPreview(event) })
      // Otherwise Alt would open the browser's menu when released.
      if (event.key === 'Alt' && current.what === 'scrub') event.preventDefault()
    } else {
      dispatch({ type: 'chord' })
      if (!event.altKey && !event.ctrlKey && !event.metaKey) onPlainKey(event)
    }
  }

  /** Handles keys for the card whose link has the focus. Buttons on the card keep their own keys. */
  const onPlainKey = (event: KeyboardEvent) => {
    const card = toElement(event.target)?.matches('a') ? state.focus : undefined
    const step = steps[event.key]
    const handle = (action: () => void) => {
      event.preventDefault()
      action()
    }
    if (event.key === '?' && (card || hasCardsOnly())) handle(onHelp)
    else if (!card || !isClip(card)) return
    else if (event.key === ' ') handle(() => dispatch({ type: 'key', what: 'quick' }))
    else if (event.key.toLowerCase() === 's') handle(() => dispatch({ type: 'key', what: 'scrub' }))
    else if (step !== undefined && current.what === 'scrub') handle(() => scrubber?.step(step))
  }

  const onKeyUp = (event: KeyboardEvent) => {
    if (modifiers.has(event.key)) dispatch({ type: 'held', held: getHeldPreview(event) })
  }
  const onWindowLeave = () => dispatch({ type: 'end' })

  const controller = new AbortController()
  const options = { signal: controller.signal, passive: true }
  document.addEventListener('pointerover', onPointer, options)
  document.addEventListener('pointerout', onPointer, options)
  document.addEventListener('pointermove', onMove, options)
  document.addEventListener('focusin', onFocus, options)
  document.addEventListener('focusout', onBlur, options)
  // Runs before the grid, which otherwise moves the focus with the arrow keys.
  document.addEventListener('keydown', onKeyDown, { signal: controller.signal, capture: true })
  document.addEventListener('keyup', onKeyUp, options)
  document.addEventListener('visibilitychange', onWindowLeave, options)
  window.addEventListener('blur', onWindowLeave, options)
  watchTouch(controller.signal, {
    cardAt: target => {
      const card = findCard(target)
      return card && isClip(card) ? card : undefined
    },
    onPress: card =>
      (card.querySelector<HTMLElement>('[data-select]') ?? card.querySelector<HTMLElement>('[data-quick]'))?.click(),
    onScrub: (card, x) => {
      pointer = { x, y: 0 }
      dispatch({ type: 'touch', card })
      scrubber?.to(getShareAt(card, x))
    },
    onEnd: () => dispatch({ type: 'touch', card: undefined }),
  })
  // The focus may have moved to a card while this script was loading.
  onFocus({ target: document.activeElement })

  // The pointer may already be over a card.
  dispatch({
    type: 'point',
    card: findCard(document.querySelector(':is([data-loop], [data-clip]):hover')),
    held: undefined,
  })

  return {
    stop: () => {
      controller.abort()
      dispatch({ type: 'leave' })
    },
    leave: () => dispatch({ type: 'leave' }),
  }
}
