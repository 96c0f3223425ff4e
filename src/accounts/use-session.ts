/** Who is signed in, as the browser knows it. */
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'

import { call } from '#platform/call.ts'
import { callKey, setCall, useCall } from '#platform/query.ts'
import { useToast } from '#ui/toast.tsx'

import { getSession, logout, type User } from './contract.ts'
import { cancelPrompt } from './google/auto-select.ts'

const logout_pause_ms = 100

/** The signed-in person; null for a guest, and until it is known. */
export const useSession = (): User | null => useCall(getSession, {}).data?.data ?? null

/** Somebody came or went: everything that was kept for the one before is dropped, and asked for again where it is on screen. */
export const changePerson = (client: QueryClient, user: User | null): void => {
  const [session] = callKey(getSession, {})
  void client.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== session })
  setCall(client, getSession, {}, { data: user, meta: {} })
}

/** Ends the session and leads to the login. */
export const useLogout = () => {
  const client = useQueryClient()
  const navigate = useNavigate()
  const toast = useToast()
  return async (): Promise<void> => {
    // Lets the menu that asked for it close first.
    await new Promise(resolve => setTimeout(resolve, logout_pause_ms))
    try {
      await call(logout, {})
    } catch {
      toast('Something went wrong. You are still logged in.', { kind: 'danger' })
      return
    }
    localStorage.removeItem('cart_hash')
    cancelPrompt()
    changePerson(client, null)
    await navigate('/login')
  }
}
