/** Asks newcomers what their profile and workspace need, where and when it disturbs least. */
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

import { useSession } from '#accounts/use-session.ts'
import { call } from '#platform/call.ts'
import { reportError } from '#platform/report-error.ts'
import { useOpenDialogs } from '#ui/open-dialogs.ts'
import { waitingInvite } from '#workspaces/waiting-invite.ts'

import { getOnboarding, type OnboardingStatus } from './contract.ts'
import { isBuying, mayAsk } from './places.ts'

const OnboardingModal = lazy(() =>
  import('./parts/onboarding-modal.tsx').then(part => ({ default: part.OnboardingModal })),
)

/** Who is not asked again in this tab: they closed the window, came to pay, or came by an invitation. */
const later_key = 'onboarding_later'
const isLater = (user_id: number) => sessionStorage.getItem(later_key) === String(user_id)
const askLater = (user_id: number) => sessionStorage.setItem(later_key, String(user_id))

export const OnboardingWatch = () => {
  const user = useSession()
  const location = useLocation()
  const came = useRef<{ pathname: string; search: string } | null>(null)
  const dialogs = useOpenDialogs()
  const [status, setStatus] = useState<OnboardingStatus | null>(null)
  const [isShown, setIsShown] = useState(false)
  /** Who is not asked again in this tab, whatever became of their answers. */
  const [asked_id, setAskedId] = useState<number | null>(null)
  // One of our people who acts as a newcomer answers nothing for them.
  const isNew = user !== null && !user.has_completed_onboarding && user.masquerade === null

  // Whoever registers in the midst of a page goes on with what they were doing, and is asked at the next one.
  useEffect(() => {
    const from = came.current
    came.current = location
    setStatus(null)
    setIsShown(false)
    if (!isNew) return
    if (isBuying(location.pathname) || waitingInvite() !== null) askLater(user.id)
    if (asked_id === user.id || isLater(user.id) || !mayAsk(location, from)) return
    const left = new AbortController()
    call(getOnboarding, {}, { signal: left.signal }).then(
      ({ data }) => setStatus(data),
      (error: unknown) => {
        if (!left.signal.aborted) reportError(error)
      },
    )
    return () => left.abort()
    // Once for each arrival: another search on the same page is none.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [location.pathname])

  // It comes uninvited, so everything else that is open goes first.
  useEffect(() => {
    if (status && dialogs === 0) setIsShown(true)
  }, [status, dialogs])

  if (!status || !isShown || !isNew) return null
  return (
    <Suspense fallback={null}>
      <OnboardingModal
        status={status}
        onLater={() => {
          askLater(user.id)
          setStatus(null)
        }}
        onDone={() => {
          setAskedId(user.id)
          setStatus(null)
        }}
      />
    </Suspense>
  )
}
