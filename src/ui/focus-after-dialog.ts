/** Restores the focus after a dialog whose opener was removed: to the page's heading. */

export const getPageHeading = (): HTMLElement | null => {
  const heading = document.querySelector<HTMLElement>('h1')
  heading?.setAttribute('tabindex', '-1')
  return heading
}

/** Focuses the heading when the opener is removed after it got the focus back. Stops once the focus moves elsewhere. */
export const focusHeadingIfRemoved = (opener: Element): void => {
  const stop = () => {
    observer.disconnect()
    document.removeEventListener('focusin', check)
  }
  const check = () => {
    if (document.activeElement !== opener && document.activeElement !== document.body) return stop()
    if (opener.isConnected) return
    stop()
    getPageHeading()?.focus({ preventScroll: true })
  }
  const observer = new MutationObserver(check)
  observer.observe(document.body, { childList: true, subtree: true })
  document.addEventListener('focusin', check)
}
