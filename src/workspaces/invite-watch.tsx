/** Watches, on any page, whether somebody came by an invite's link; what follows is loaded for them alone. */
import { lazy, Suspense, useEffect, useState } from 'react'

import { waitingInvite } from './waiting-invite.ts'

const Invitation = lazy(() => import('./parts/invitation.tsx').then(part => ({ default: part.Invitation })))

export const InviteWatch = () => {
  const [token, setToken] = useState<string | null>(null)
  useEffect(() => {
    const frame = requestAnimationFrame(() => setToken(waitingInvite()))
    return () => cancelAnimationFrame(frame)
  }, [])
  return token === null ? null : (
    <Suspense fallback={null}>
      <Invitation token={token} />
    </Suspense>
  )
}
