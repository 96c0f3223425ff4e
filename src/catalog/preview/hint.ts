/**
 * A one-time hint at the bottom of the screen that says what previews a card has, shown while the pointer or focus rests on a
 * card.
 */
import { getKeyName } from '#ui/key-name.ts'

import styles from './hint.module.css'

const STORAGE_KEY = 'previews_known'
const DELAY_MS = 1_200
const VISIBLE_MS = 7_000

const hintTexts = {
  pointer: () => [`Hold ${getKeyName('Meta')}`, 'to scrub', 'Shift', 'for a quick preview', '?', 'for all keys'],
  focus: () => ['Space', 'for a quick preview', 'S', 'to scrub', '?', 'for all keys'],
}

const hasSeenHint = () => {
  try {
    return localStorage.getItem(STORAGE_KEY) !== null
  } catch {
    // Without storage the hint would come back every time, so it is never shown.
    return true
  }
}

/** Remembers that the user has seen the hint. */
const markHintSeen = () => {
  try {
    localStorage.setItem(STORAGE_KEY, '1')
  } catch {
    return
  }
}

const createHint = (trigger: keyof typeof hintTexts) => {
  const element = document.createElement('p')
  element.className = styles['hint'] ?? ''
  // Hidden from screen readers: the help dialog has the same content.
  element.ariaHidden = 'true'
  element.dataset['theme'] = 'dark'
  for (const [i, text] of hintTexts[trigger]().entries()) {
    const part = document.createElement(i % 2 === 0 ? 'kbd' : 'span')
    part.textContent = text
    element.append(part)
  }
  return element
}

/** Shows the hint after a delay. Returns a function that cancels it. */
export const scheduleHint = (trigger: 'pointer' | 'focus' | 'touch'): (() => void) => {
  if (trigger === 'touch' || hasSeenHint()) return () => undefined
  let element: HTMLElement | undefined
  const timer = window.setTimeout(() => {
    element = createHint(trigger)
    document.body.append(element)
    markHintSeen()
    // The hint stays after the pointer leaves the card, because it takes longer to read than the pointer rests.
    window.setTimeout(() => element?.remove(), VISIBLE_MS)
  }, DELAY_MS)
  return () => window.clearTimeout(timer)
}
