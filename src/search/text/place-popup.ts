/**
 * Positions a search field's suggestions: below the field, above it where there is more space, or as a full-screen sheet on a
 * phone.
 */

/** The same breakpoint as in search-field.module.css. */
const PHONE_MEDIA = '(width < 570px)'
export const isPhone = (): boolean => matchMedia(PHONE_MEDIA).matches
const GAP_PX = 4
const EDGE_PX = 8
const MAX_HEIGHT_PX = 600
const MIN_WIDTH_PX = 384

/** Returns a function that positions the popup at the field. Once the popup is above the field, it stays there. */
const createPositioner = (field: HTMLElement, popup: HTMLElement) => {
  let isAbove = false
  return () => {
    const { left, top, bottom, width } = field.getBoundingClientRect()
    const spaceBelow = innerHeight - bottom
    isAbove ||= spaceBelow < Math.min(popup.scrollHeight, MAX_HEIGHT_PX) + GAP_PX + EDGE_PX && top > spaceBelow
    const popupWidth = Math.min(Math.max(width, MIN_WIDTH_PX), innerWidth - 2 * EDGE_PX)
    const availableHeight = (isAbove ? top : spaceBelow) - GAP_PX - EDGE_PX
    Object.assign(popup.style, {
      left: `${Math.min(left, innerWidth - popupWidth - EDGE_PX)}px`,
      width: `${popupWidth}px`,
      top: isAbove ? 'auto' : `${bottom + GAP_PX}px`,
      bottom: isAbove ? `${innerHeight - top + GAP_PX}px` : 'auto',
      maxHeight: `${Math.min(availableHeight, MAX_HEIGHT_PX)}px`,
    })
  }
}

/** Shows the popup and returns a function that hides it. */
export const showPopup = (field: HTMLElement, popup: HTMLElement): (() => void) => {
  if (isPhone()) {
    field.popover = 'manual'
    field.showPopover()
    popup.showPopover()
    return () => {
      field.hidePopover()
      field.removeAttribute('popover')
    }
  }
  const reposition = createPositioner(field, popup)
  popup.showPopover()
  // The content of the popup changes while it is open.
  const observer = new MutationObserver(reposition)
  observer.observe(popup, { childList: true, subtree: true })
  addEventListener('scroll', reposition, { passive: true, capture: true })
  addEventListener('resize', reposition)
  reposition()
  return () => {
    observer.disconnect()
    removeEventListener('scroll', reposition, { capture: true })
    removeEventListener('resize', reposition)
  }
}
