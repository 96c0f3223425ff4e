/** Where somebody goes on after a dialog when what had opened it is gone, perhaps by what the dialog did: at the page's heading. */

export const pageHeading = (): HTMLElement | null => {
  const title = document.querySelector<HTMLElement>('h1')
  title?.setAttribute('tabindex', '-1')
  return title
}

/** The page may show what became of it only after the focus is back: watches until the focus goes elsewhere. */
export const followFocus = (opener: Element): void => {
  const stop = () => {
    watcher.disconnect()
    document.removeEventListener('focusin', look)
  }
  const look = () => {
    if (document.activeElement !== opener && document.activeElement !== document.body) return stop()
    if (opener.isConnected) return
    stop()
    pageHeading()?.focus({ preventScroll: true })
  }
  const watcher = new MutationObserver(look)
  watcher.observe(document.body, { childList: true, subtree: true })
  document.addEventListener('focusin', look)
}
