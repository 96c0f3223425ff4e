import { expect, type Page } from '@playwright/test'

const MIN_TARGET_PX = 44

/** Links in the thin bar above the header, which is 24 pixels high by design: the page of contacts is in the footer, too. */
const EXEMPT = 'aside[aria-label="How to reach us"] a'

/**
 * Expects that a finger can hit everything that can be pressed: 44 pixels in both directions, or 36 for the buttons on a
 * picture, which has no room for more. Links within a sentence are exempt.
 */
export const expectTouchTargets = async (page: Page, pageName: string) =>
  expect
    .soft(
      await page.evaluate(findSmallTargets, { min_px: MIN_TARGET_PX, exempt: EXEMPT }),
      `touch targets of ${pageName}`,
    )
    .toEqual([])

/** Runs in the page. Measures where an element is hit, because pseudo-elements and labels enlarge targets. */
const findSmallTargets = ({ min_px, exempt }: { min_px: number; exempt: string }): string[] => {
  const selector = 'a[href], button, summary, select, input:not([type=hidden]), textarea, [role=button], [role=tab]'
  const isInSentence = (element: Element) =>
    getComputedStyle(element).display.startsWith('inline') &&
    [...(element.parentElement?.childNodes ?? [])].some(
      node => node !== element && node.nodeType === Node.TEXT_NODE && /\p{L}{2}/u.test(node.textContent ?? ''),
    )
  const isHit = (element: Element, x: number, y: number) => {
    const hit = document.elementFromPoint(x, y)
    if (!hit) return false
    if (element.contains(hit)) return true
    const label = hit.closest('label')
    return label !== null && (label.control === element || label.contains(element))
  }
  /** How far a target extends from its center in one direction, up to the minimum. */
  const reach = (element: Element, x: number, y: number, dx: number, dy: number) => {
    let distance = 0
    while (distance < min_px && isHit(element, x + dx * (distance + 1), y + dy * (distance + 1))) distance += 1
    return distance
  }
  const small: string[] = []
  for (const element of document.querySelectorAll<HTMLElement>(selector)) {
    if (element.matches(`:disabled, [aria-hidden=true] *, [inert] *, ${exempt}`) || isInSentence(element)) continue
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
    element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
    const { left, top, width, height } = element.getBoundingClientRect()
    const [x, y] = [left + width / 2, top + height / 2]
    // What lies under something else, or is only for screen readers, can't be pressed.
    if (width < 2 || height < 2 || !isHit(element, x, y)) continue
    const hitWidth = reach(element, x, y, -1, 0) + reach(element, x, y, 1, 0) + 1
    const hitHeight = reach(element, x, y, 0, -1) + reach(element, x, y, 0, 1) + 1
    // Half a pixel of rounding on each side.
    const least = (element.closest('[data-clip]') ? min_px - 8 : min_px) - 1
    if (hitWidth < least || hitHeight < least) {
      const name = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40) ?? ''
      small.push(`${element.tagName.toLowerCase()} "${name}" ${hitWidth} × ${hitHeight}`)
    }
  }
  scrollTo({ top: 0, behavior: 'instant' })
  return [...new Set(small)]
}
