/**
 * Ignores skipped view transitions (the page is hidden, another transition begins, or one takes too long). The page
 * changes anyway, but the router leaves the rejected `ready` promise unhandled, and it would be reported as an error.
 */
export const ignoreSkippedTransitions = (): void => {
  const { startViewTransition } = document
  // Older browsers do not support view transitions.
  if (typeof startViewTransition !== 'function') return
  document.startViewTransition = update => {
    const transition = startViewTransition.call(document, update)
    transition.ready.catch(() => {})
    return transition
  }
}
