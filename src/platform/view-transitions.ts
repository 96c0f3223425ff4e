/**
 * A transition that the browser skips (the page is hidden, another one begins, something takes too long) still changes the page:
 * what is lost is the movement. The router hears of the change alone, so the rejected `ready` would count as an error of ours.
 */
export const hearSkippedTransitions = (): void => {
  const { startViewTransition } = document
  // Older browsers have none.
  if (typeof startViewTransition !== 'function') return
  document.startViewTransition = update => {
    const transition = startViewTransition.call(document, update)
    transition.ready.catch(() => {})
    return transition
  }
}
