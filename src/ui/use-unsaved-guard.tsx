/** Warns before leaving a page with unsaved input. Use it once per page. */
import { useEffect, type ReactNode } from 'react'
import { useBlocker } from 'react-router'

// Not loaded lazily: a tab that is older than a release could not load it and would lose the input.
import { ConfirmDialog } from './confirm-dialog.tsx'

/** Navigation options that skip the warning: `navigate(to, withoutUnsavedGuard)`. */
export const withoutUnsavedGuard = { state: { is_free: true } } as const

const skipsGuard = (state: unknown) => typeof state === 'object' && state !== null && 'is_free' in state

/**
 * Returns the confirmation dialog, which can be rendered anywhere. Pass false while saving, because the page then
 * navigates by itself.
 */
export const useUnsavedGuard = (isUnsaved: boolean): ReactNode => {
  const { state, proceed, reset } = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isUnsaved && currentLocation.pathname !== nextLocation.pathname && !skipsGuard(nextLocation.state),
  )
  useEffect(() => {
    if (!isUnsaved) return undefined
    const preventUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', preventUnload)
    return () => removeEventListener('beforeunload', preventUnload)
  }, [isUnsaved])
  if (state !== 'blocked') return null
  return (
    <ConfirmDialog
      open
      title="Leave without saving?"
      confirm="Leave"
      cancel="Stay"
      danger
      onConfirm={proceed}
      onCancel={reset}
    >
      What you changed here is not saved.
    </ConfirmDialog>
  )
}
