/** Asks before somebody leaves what they typed and did not save. One to a page. */
import { useEffect, type ReactNode } from 'react'
import { useBlocker } from 'react-router'

// Not when it is needed: a tab that outlived a release would not get it, and lose all that it is to keep.
import { ConfirmDialog } from './confirm-dialog.tsx'

/** How a page leads on from what it took away itself: `navigate(to, freely)`. */
export const freely = { state: { is_free: true } } as const

const isFree = (state: unknown) => typeof state === 'object' && state !== null && 'is_free' in state

/** False also while it is being saved: the page then leads on by itself. The question stands anywhere on the page. */
export const useUnsaved = (isUnsaved: boolean): ReactNode => {
  const { state, proceed, reset } = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isUnsaved && currentLocation.pathname !== nextLocation.pathname && !isFree(nextLocation.state),
  )
  useEffect(() => {
    if (!isUnsaved) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
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
