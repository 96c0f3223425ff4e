/** Opens onboarding for new users, where and when it disturbs least. */
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

import { useSession } from '#accounts/use-session.ts'
import { call } from '#platform/http/call.ts'
import { hasStaffAccess } from '#platform/http/endpoint.ts'
import { reportError } from '#platform/monitoring/report-error.ts'
import { useOpenDialogCount } from '#ui/open-dialogs.ts'
import { loadPendingInvite } from '#workspaces/pending-invite.ts'

import { getOnboarding, type OnboardingStatus } from './contract.ts'
import { isCheckoutPath, canAskAt } from './eligibility.ts'

const OnboardingModal = lazy(() =>
  import('./parts/onboarding-modal.tsx').then(part => ({ default: part.OnboardingModal })),
)

/** Users who are not asked again in this tab: they closed the dialog, came to pay, or came by an invitation. */
const LATER_KEY = 'onboarding_later'
const isPostponed = (user_id: number) => sessionStorage.getItem(LATER_KEY) === String(user_id)
const postpone = (user_id: number) => sessionStorage.setItem(LATER_KEY, String(user_id))

export const OnboardingWatch = () => {
  const user = useSession()
  const location = useLocation()
  const previousLocation = useRef<{ pathname: string; search: string } | null>(null)
  const dialogs = useOpenDialogCount()
  const [status, setStatus] = useState<OnboardingStatus | null>(null)
  const [isShown, setIsShown] = useState(false)
  /** The user who finished the dialog. They are not asked again in this tab, whatever the result. */
  const [finished_user_id, setFinishedUserId] = useState<number | null>(null)
  // Its questions are for buyers. Staff in a masquerade must not answer for a new user.
  const isNew =
    user !== null && !user.has_completed_onboarding && user.masquerade === null && !hasStaffAccess('staff', user.roles)

  // A user who registers in the middle of a page is not interrupted, and is asked on the next page.
  useEffect(() => {
    const previous = previousLocation.current
    previousLocation.current = location
    setStatus(null)
    setIsShown(false)
    if (!isNew) return
    if (isCheckoutPath(location.pathname) || loadPendingInvite() !== null) postpone(user.id)
    if (finished_user_id === user.id || isPostponed(user.id) || !canAskAt(location, previous)) return
    const controller = new AbortController()
    call(getOnboarding, {}, { signal: controller.signal }).then(
      ({ data }) => setStatus(data),
      (error: unknown) => {
        if (!controller.signal.aborted) reportError(error)
      },
    )
    return () => controller.abort()
    // Once for each page: another search on the same page is not a new one.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [location.pathname])

  // It opens without a request, so every other dialog goes first.
  useEffect(() => {
    if (status && dialogs === 0) setIsShown(true)
  }, [status, dialogs])

  if (!status || !isShown || !isNew) return null
  return (
    <Suspense fallback={null}>
      <OnboardingModal
        status={status}
        onLater={() => {
          postpone(user.id)
          setStatus(null)
        }}
        onDone={() => {
          setFinishedUserId(user.id)
          setStatus(null)
        }}
      />
    </Suspense>
  )
}
