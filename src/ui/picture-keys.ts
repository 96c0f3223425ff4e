/** The keys that grids of pictures share: Home and End, and letters that press a button of the focused picture. */
import type { KeyboardEvent } from 'react'

/** Select, board, cart and quick preview, by a selector of the button. */
const buttons: Record<string, string> = {
  x: '[data-select]',
  b: '[data-board-clip]',
  c: '[data-cart-clip]',
  o: '[data-quick]',
}

type GridKeyEvent = KeyboardEvent<HTMLUListElement>

export const hasModifier = ({ altKey, ctrlKey, metaKey, shiftKey }: GridKeyEvent): boolean =>
  altKey || ctrlKey || metaKey || shiftKey

/** Returns whether the key pressed a button. */
export const pressPictureKey = (event: GridKeyEvent): boolean => {
  const selector = buttons[event.key.toLowerCase()]
  if (selector === undefined || event.altKey || event.ctrlKey || event.metaKey) return false
  const item = (event.target as Element).closest('li')
  const button = item?.querySelector(selector)
  if (!button) return false
  event.preventDefault()
  button.dispatchEvent(new MouseEvent('click', { bubbles: true, shiftKey: event.shiftKey }))
  return true
}

/** Home and End move the focus to the first and the last picture. Returns whether it was one of them. */
export const moveToEnd = (event: GridKeyEvent, items: readonly HTMLElement[]): boolean => {
  if ((event.key !== 'Home' && event.key !== 'End') || hasModifier(event)) return false
  event.preventDefault()
  items
    .at(event.key === 'Home' ? 0 : -1)
    ?.querySelector<HTMLElement>('a, button')
    ?.focus()
  return true
}
