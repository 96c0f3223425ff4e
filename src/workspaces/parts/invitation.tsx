/** Somebody came by an invite's link: guests log in or register first; whoever is signed in joins at once. */
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'

import { useSession } from '#accounts/use-session.ts'
import { call } from '#platform/call.ts'
import { setCall } from '#platform/query.ts'
import { Refusal } from '#platform/refusal.ts'
import { useToast } from '#ui/toast.tsx'

import { getCurrentWorkspace } from '../contract.ts'
import { acceptInvite, readInvite } from '../team-contract.ts'
import { forgetInvite } from '../waiting-invite.ts'

const AuthDialog = lazy(() => import('#accounts/auth-dialog.tsx').then(part => ({ default: part.AuthDialog })))
const ConfirmDialog = lazy(() => import('./confirm-dialog.tsx').then(part => ({ default: part.ConfirmDialog })))
const WelcomeDialog = lazy(() => import('./welcome-dialog.tsx').then(part => ({ default: part.WelcomeDialog })))

type Invited = { email: string; workspace_name: string }

/** What ends an invite here: it is for somebody else, unknown, or over. */
const refusals: ReadonlySet<number> = new Set([403, 404, 410])

export const Invitation = ({ token: brought }: { token: string }) => {
  const user = useSession()
  const user_id = user?.id
  const client = useQueryClient()
  const toast = useToast()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const [token, setToken] = useState<string | null>(brought)
  const [invited, setInvited] = useState<Invited | null>(null)
  const [isWelcome, setIsWelcome] = useState(false)
  /** Why they are not in the workspace before their email is confirmed. */
  const [unconfirmed, setUnconfirmed] = useState<string>()

  useEffect(() => {
    if (token === null) return
    const end = () => {
      forgetInvite()
      setToken(null)
      setInvited(null)
    }
    const tell = (error: unknown) => {
      if (error instanceof Refusal && error.status === 409) {
        end()
        setUnconfirmed(error.message)
        return
      }
      toast(error instanceof Refusal ? error.message : 'Something went wrong.', { kind: 'danger' })
      // Whoever was only not answered tries again with the next page: the invite waits in this tab.
      if (error instanceof Refusal && refusals.has(error.status)) end()
    }
    if (user_id === undefined) {
      call(readInvite, { params: { token } }).then(({ data }) => setInvited(data), tell)
      return
    }
    call(acceptInvite, { body: { invite_token: token } }).then(reply => {
      end()
      setCall(client, getCurrentWorkspace, {}, reply)
      void client.invalidateQueries()
      void revalidate()
      setIsWelcome(true)
    }, tell)
    // Once for each token and person; the rest are ways to act.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [token, user_id])

  if (isWelcome)
    return (
      <Suspense fallback={null}>
        <WelcomeDialog
          onClose={() => {
            setIsWelcome(false)
            void navigate('/workspace/overview')
          }}
        />
      </Suspense>
    )
  if (unconfirmed && user)
    return (
      <Suspense fallback={null}>
        <ConfirmDialog why={unconfirmed} email={user.email} onClose={() => setUnconfirmed(undefined)} />
      </Suspense>
    )
  if (!invited || user_id !== undefined) return null
  return (
    <Suspense fallback={null}>
      <AuthDialog
        open
        email={invited.email}
        {...(token !== null && { invite_token: token })}
        initialView="register"
        titles={{ login: `Log in to join ${invited.workspace_name}`, register: `Join ${invited.workspace_name}` }}
        onClose={() => {
          forgetInvite()
          setInvited(null)
        }}
        onDone={() => setInvited(null)}
      />
    </Suspense>
  )
}
