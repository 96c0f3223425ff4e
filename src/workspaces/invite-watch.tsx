/** Checks on every page whether the user came by an invite link, and loads the invitation’s code only then. */
import { lazy, Suspense, useEffect, useState } from 'react'

import { loadPendingInvite } from './pending-invite.ts'

const Invitation = lazy(() => import('./parts/invitation.tsx').then(part => ({ default: part.Invitation })))

export const InviteWatch = () => {
  const [token, setToken] = useState<string | null>(null)
  useEffect(() => {
    const frame = requestAnimationFrame(() => setToken(loadPendingInvite()))
    return () => cancelAnimationFrame(frame)
  }, [])
  return token === null ? null : (
    <Suspense fallback={null}>
      <Invitation token={token} />
    </Suspense>
  )
}
