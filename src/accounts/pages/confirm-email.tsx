/** Opens from the link in the mail to a new email. It needs no login: the mail may be opened on another device. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { data, useNavigate, useSearchParams } from 'react-router'

import { call } from '#platform/http/call.ts'
import { pageMeta } from '#platform/http/page.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { LoadingScreen } from '#ui/spinner.tsx'
import { useToast } from '#ui/toast.tsx'

import { getSession } from '../contract.ts'
import { confirmEmail } from '../own/contract.ts'
import { useSession } from '../use-session.ts'
import type { Route } from './+types/confirm-email'

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Email', noindex: true })

export const loader = ({ params: { slug } }: Route.LoaderArgs) => {
  if (slug !== 'confirm-email') throw data(null, { status: 404 })
  return null
}

export default function ConfirmEmail() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const toast = useToast()
  const client = useQueryClient()
  const user = useSession()
  const hasStarted = useRef(false)

  useEffect(() => {
    if (hasStarted.current) return
    hasStarted.current = true
    const confirm = async () => {
      try {
        // A URL without a token gets the same error as one with a wrong token.
        const { data } = await call(confirmEmail, { params: { token: search.get('token') || 'none' } })
        if (data.password_token !== null) {
          location.replace(`/reset-password/${data.password_token}`)
          return
        }
        toast('Your email has been updated.', { kind: 'success', ms: 5000 })
        await client.invalidateQueries({ queryKey: [getSession.path] })
      } catch (error) {
        const reason = error instanceof Refusal ? error.message : 'Something went wrong.'
        toast(`Your email has not been updated. ${reason}`, { kind: 'danger' })
      }
      await navigate(user ? '/profile/settings' : '/', { replace: true })
    }
    void confirm()
  }, [client, navigate, search, toast, user])

  return <LoadingScreen />
}
