/** Handles an invite link: visitors log in or register first; signed-in users join at once. */
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'

import { useSession } from '#accounts/use-session.ts'
import { call } from '#platform/http/call.ts'
import { setCallData } from '#platform/http/query.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { useToast } from '#ui/toast.tsx'

import { getCurrentWorkspace } from '../contract.ts'
import { clearPendingInvite } from '../pending-invite.ts'
import { acceptInvite, readInvite } from '../team-contract.ts'

const AuthDialog = lazy(() => import('#accounts/auth-dialog.tsx').then(part => ({ default: part.AuthDialog })))
const ConfirmEmailDialog = lazy(() =>
  import('./confirm-email-dialog.tsx').then(part => ({ default: part.ConfirmEmailDialog })),
)
const WelcomeDialog = lazy(() => import('./welcome-dialog.tsx').then(part => ({ default: part.WelcomeDialog })))

type InviteDetails = { email: string; workspace_name: string }

/** Statuses that end the invite in this tab: for another user, unknown, or expired. */
const finalStatuses: ReadonlySet<number> = new Set([403, 404, 410])

export const Invitation = ({ token: initialToken }: { token: string }) => {
  const user = useSession()
  const user_id = user?.id
  const client = useQueryClient()
  const toast = useToast()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const [token, setToken] = useState<string | null>(initialToken)
  const [invite, setInvite] = useState<InviteDetails | null>(null)
  const [hasJoined, setHasJoined] = useState(false)
  /** The reason why a user with an unconfirmed email has not joined. */
  const [unconfirmedReason, setUnconfirmedReason] = useState<string>()

  useEffect(() => {
    if (token === null) return
    const end = () => {
      clearPendingInvite()
      setToken(null)
      setInvite(null)
    }
    const handleError = (error: unknown) => {
      if (error instanceof Refusal && error.status === 409) {
        end()
        setUnconfirmedReason(error.message)
        return
      }
      toast(error instanceof Refusal ? error.message : 'Something went wrong.', { kind: 'danger' })
      // After a network or server error, the invite stays in this tab and is retried on the next page.
      if (error instanceof Refusal && finalStatuses.has(error.status)) end()
    }
    if (user_id === undefined) {
      call(readInvite, { params: { id: token } }).then(({ data }) => setInvite(data), handleError)
      return
    }
    call(acceptInvite, { body: { invite_token: token } }).then(reply => {
      end()
      setCallData(client, getCurrentWorkspace, {}, reply)
      void client.invalidateQueries()
      void revalidate()
      setHasJoined(true)
    }, handleError)
    // Runs once per token and user. The other dependencies are functions.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [token, user_id])

  if (hasJoined)
    return (
      <Suspense fallback={null}>
        <WelcomeDialog
          onClose={() => {
            setHasJoined(false)
            void navigate('/workspace/overview')
          }}
        />
      </Suspense>
    )
  if (unconfirmedReason && user)
    return (
      <Suspense fallback={null}>
        <ConfirmEmailDialog
          reason={unconfirmedReason}
          email={user.email}
          onClose={() => setUnconfirmedReason(undefined)}
        />
      </Suspense>
    )
  if (!invite || user_id !== undefined) return null
  return (
    <Suspense fallback={null}>
      <AuthDialog
        open
        email={invite.email}
        {...(token !== null && { invite_token: token })}
        initialView="register"
        titles={{ login: `Log in to join ${invite.workspace_name}`, register: `Join ${invite.workspace_name}` }}
        onClose={() => {
          clearPendingInvite()
          setInvite(null)
        }}
        onDone={() => setInvite(null)}
      />
    </Suspense>
  )
}
