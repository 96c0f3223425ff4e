/** Watches pointer, focus, keys and fingers for all cards of the document at once, and lets each card show what is asked of it. */
import { isTyping } from '#ui/is-typing.ts'

import { watchFingers } from './fingers.ts'
import { hintAt } from './hint.ts'
import { playLoop } from './loop.ts'
import { heldIn, next, shownIn, type Modes, type News, type Shown } from './modes.ts'
import { scrub, type Scrub } from './scrub.ts'

export type Card = HTMLElement
export type Point = { x: number; y: number }

/** What is shown by something else than the card itself. */
type Outside = {
  /** A quick preview beside the pointer or the card, or as a sheet; undefined ends it. */
  onQuick: (quick: Quick | undefined) => void
  onHelp: () => void
}
export type Quick = { card: Card; kind: 'beside' | 'sheet'; at: Point | undefined }

export type Attention = { stop: () => void; leave: () => void; closeSheet: () => void }

const modifiers = new Set(['Meta', 'Alt', 'Shift'])
const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity }

const elementOf = (target: EventTarget | null) => (target instanceof Element ? target : undefined)
const cardAt = (target: EventTarget | null) => elementOf(target)?.closest<Card>('[data-loop], [data-clip]') ?? undefined
const isClip = (card: Card) => card.dataset['clip'] !== undefined

/** A page whose keys are those of its cards: beside a player the question mark is the player's. */
const isAllCards = () =>
  document.querySelector('[data-clip]') !== null && document.querySelector('[data-player]') === null

/** Which part of the card's width lies left of `x`, 0 to 1. */
const shareAt = (card: Card, x: number) => {
  const { left, width } = card.getBoundingClientRect()
  return width > 0 ? (x - left) / width : 0
}

export const attend = ({ onQuick, onHelp }: Outside): Attention => {
  let modes: Modes<Card> = {}
  let shown: Shown<Card> = { what: 'nothing' }
  let end = () => {}
  let scrubbing: Scrub | undefined
  let point: Point = { x: 0, y: 0 }

  const begin = ({ what, card, by }: Shown<Card>): (() => void) => {
    if (what === 'nothing') return () => {}
    if (!isClip(card)) return playLoop(card)
    if (what === 'loop') {
      const ends = [playLoop(card), hintAt(by)]
      return () => ends.forEach(stop => stop())
    }
    if (what === 'scrub') {
      scrubbing = scrub(card, by === 'focus' ? 0 : shareAt(card, point.x), by === 'focus')
      return () => {
        scrubbing?.end()
        scrubbing = undefined
      }
    }
    onQuick({ card, kind: what === 'sheet' ? 'sheet' : 'beside', at: by === 'pointer' ? point : undefined })
    return () => onQuick(undefined)
  }

  const tell = (news: News<Card>) => {
    modes = next(modes, news)
    const now = shownIn(modes)
    if (now.what === shown.what && now.card === shown.card && now.by === shown.by) return
    end()
    shown = now
    end = begin(now)
  }

  const onPointer = (event: PointerEvent) => {
    if (event.pointerType === 'touch') return
    point = { x: event.clientX, y: event.clientY }
    if (event.type === 'pointerout' && event.relatedTarget) return
    tell({
      type: 'point',
      card: event.type === 'pointerout' ? undefined : cardAt(event.target),
      held: heldIn(event),
    })
    if (shown.what === 'scrub' && shown.by === 'pointer') scrubbing?.to(shareAt(shown.card, point.x))
  }
  // Movements matter only while something is held, or was until a moment ago; crossing from card to card is told otherwise.
  const onMove = (event: PointerEvent) => {
    if (modes.held ?? heldIn(event)) onPointer(event)
    else point = { x: event.clientX, y: event.clientY }
  }

  const onFocus = ({ target }: FocusEvent) => {
    tell({ type: 'focus', card: elementOf(target)?.matches(':focus-visible') ? cardAt(target) : undefined })
  }
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (!cardAt(relatedTarget)) tell({ type: 'focus', card: undefined })
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      if (shown.what === 'scrub' || shown.what === 'quick') event.preventDefault()
      tell({ type: 'end' })
    } else if (isTyping(event.target)) {
      // A capital letter; with the pointer in motion the same key is meant for the card, which the motion tells.
    } else if (modifiers.has(event.key)) {
      tell({ type: 'held', held: heldIn(event) })
      // Or Alt would open the browser's menu when it is released.
      if (event.key === 'Alt' && shown.what === 'scrub') event.preventDefault()
    } else {
      tell({ type: 'chord' })
      if (!event.altKey && !event.ctrlKey && !event.metaKey) onPlainKey(event)
    }
  }

  /** Keys for the card whose link has the focus; its buttons keep their own. */
  const onPlainKey = (event: KeyboardEvent) => {
    const card = elementOf(event.target)?.matches('a') ? modes.focus : undefined
    const step = steps[event.key]
    const take = (act: () => void) => {
      event.preventDefault()
      act()
    }
    if (event.key === '?' && (card || isAllCards())) take(onHelp)
    else if (!card || !isClip(card)) return
    else if (event.key === ' ') take(() => tell({ type: 'key', what: 'quick' }))
    else if (event.key.toLowerCase() === 's') take(() => tell({ type: 'key', what: 'scrub' }))
    else if (step !== undefined && shown.what === 'scrub') take(() => scrubbing?.step(step))
  }

  const onKeyUp = (event: KeyboardEvent) => {
    if (modifiers.has(event.key)) tell({ type: 'held', held: heldIn(event) })
  }
  const onAway = () => tell({ type: 'end' })
  const onClick = (event: MouseEvent) => {
    const button = elementOf(event.target)?.closest('[data-quick]')
    const card = button && cardAt(button)
    if (!card) return
    event.preventDefault()
    tell({ type: 'sheet', card })
  }

  const stopped = new AbortController()
  const options = { signal: stopped.signal, passive: true }
  document.addEventListener('pointerover', onPointer, options)
  document.addEventListener('pointerout', onPointer, options)
  document.addEventListener('pointermove', onMove, options)
  document.addEventListener('focusin', onFocus, options)
  document.addEventListener('focusout', onBlur, options)
  // Before the grid, which moves the focus with the arrows unless somebody used them.
  document.addEventListener('keydown', onKeyDown, { signal: stopped.signal, capture: true })
  document.addEventListener('keyup', onKeyUp, options)
  document.addEventListener('click', onClick, { signal: stopped.signal, capture: true })
  document.addEventListener('visibilitychange', onAway, options)
  window.addEventListener('blur', onAway, options)
  watchFingers(stopped.signal, {
    cardAt: target => {
      const card = cardAt(target)
      return card && isClip(card) ? card : undefined
    },
    onPress: card => tell({ type: 'sheet', card }),
    onScrub: (card, x) => {
      point = { x, y: 0 }
      tell({ type: 'touch', card })
      scrubbing?.to(shareAt(card, x))
    },
    onEnd: () => tell({ type: 'touch', card: undefined }),
  })

  // The pointer may have come before this did.
  tell({ type: 'point', card: cardAt(document.querySelector(':is([data-loop], [data-clip]):hover')), held: undefined })

  return {
    stop: () => {
      stopped.abort()
      tell({ type: 'leave' })
    },
    leave: () => tell({ type: 'leave' }),
    closeSheet: () => tell({ type: 'sheet', card: undefined }),
  }
}
