/** Puts a search field's suggestions above everything else: under the field, over it where there is more room, on a phone as a sheet with the field. */

/** As in search-field.module.css. */
const phone = '(width < 570px)'
export const isPhone = (): boolean => matchMedia(phone).matches
const gap_px = 4
const edge_px = 8
const tallest_px = 600
const least_width_px = 384

/** Follows the field. Once it had to stand over it, it stays there. */
const follower = (field: HTMLElement, popup: HTMLElement) => {
  let over = false
  return () => {
    const { left, top, bottom, width } = field.getBoundingClientRect()
    const below = innerHeight - bottom
    over ||= below < Math.min(popup.scrollHeight, tallest_px) + gap_px + edge_px && top > below
    const wide = Math.min(Math.max(width, least_width_px), innerWidth - 2 * edge_px)
    const room = (over ? top : below) - gap_px - edge_px
    Object.assign(popup.style, {
      left: `${Math.min(left, innerWidth - wide - edge_px)}px`,
      width: `${wide}px`,
      top: over ? 'auto' : `${bottom + gap_px}px`,
      bottom: over ? `${innerHeight - top + gap_px}px` : 'auto',
      maxHeight: `${Math.min(room, tallest_px)}px`,
    })
  }
}

/** Answers how to take it down again. */
export const placePopup = (field: HTMLElement, popup: HTMLElement): (() => void) => {
  if (isPhone()) {
    field.popover = 'manual'
    field.showPopover()
    popup.showPopover()
    return () => {
      field.hidePopover()
      field.removeAttribute('popover')
    }
  }
  const follow = follower(field, popup)
  popup.showPopover()
  // Suggestions come and go in it.
  const contents = new MutationObserver(follow)
  contents.observe(popup, { childList: true, subtree: true })
  addEventListener('scroll', follow, { passive: true, capture: true })
  addEventListener('resize', follow)
  follow()
  return () => {
    contents.disconnect()
    removeEventListener('scroll', follow, { capture: true })
    removeEventListener('resize', follow)
  }
}
