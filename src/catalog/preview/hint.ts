/** Tells once what a card can do besides moving: a line at the foot of the screen while the pointer or the focus rests on one. */
import { keyName } from '#ui/key-name.ts'

import styles from './hint.module.css'

const key = 'previews_known'
const rest_ms = 1_200
const shown_ms = 7_000

const texts = {
  pointer: () => [`Hold ${keyName('Meta')}`, 'to scrub', 'Shift', 'for a quick preview', '?', 'for all keys'],
  focus: () => ['Space', 'for a quick preview', 'S', 'to scrub', '?', 'for all keys'],
}

const isKnown = () => {
  try {
    return localStorage.getItem(key) !== null
  } catch {
    // Without a memory it would come back each time: rather never.
    return true
  }
}

/** Whoever has seen it, or done it, knows. */
const know = () => {
  try {
    localStorage.setItem(key, '1')
  } catch {
    return
  }
}

const lineOf = (by: keyof typeof texts) => {
  const line = document.createElement('p')
  line.className = styles['hint'] ?? ''
  // For the eye alone: the same stands in the help that it names.
  line.ariaHidden = 'true'
  line.dataset['theme'] = 'dark'
  for (const [i, text] of texts[by]().entries()) {
    const part = document.createElement(i % 2 === 0 ? 'kbd' : 'span')
    part.textContent = text
    line.append(part)
  }
  return line
}

/** Begins to wait; answers how to take it back. */
export const hintAt = (by: 'pointer' | 'focus' | 'touch'): (() => void) => {
  if (by === 'touch' || isKnown()) return () => undefined
  let line: HTMLElement | undefined
  const timer = window.setTimeout(() => {
    line = lineOf(by)
    document.body.append(line)
    know()
    // It outlives the card: it takes longer to read than a pointer rests.
    window.setTimeout(() => line?.remove(), shown_ms)
  }, rest_ms)
  return () => window.clearTimeout(timer)
}
