/** The signed-in user in the browser. */
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'

import { call } from '#platform/http/call.ts'
import { callKey, setCallData, useCall } from '#platform/http/query.ts'
import { useToast } from '#ui/toast.tsx'

import { getSession, logout, type User } from './contract.ts'
import { cancelPrompt } from './google/auto-select.ts'

const LOGOUT_DELAY_MS = 100

/** Returns the signed-in user; null for a guest and while it loads. */
export const useSession = (): User | null => useCall(getSession, {}).data?.data ?? null

/** Switches the signed-in user: drops all cached data of the previous one and reloads what is on screen. */
export const switchUser = (client: QueryClient, user: User | null): void => {
  const [session] = callKey(getSession, {})
  void client.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== session })
  setCallData(client, getSession, {}, { data: user, meta: {} })
}

/** Ends the session and opens the login page. */
export const useLogout = () => {
  const client = useQueryClient()
  const navigate = useNavigate()
  const toast = useToast()
  return async (): Promise<void> => {
    // Let the menu close first.
    await new Promise(resolve => setTimeout(resolve, LOGOUT_DELAY_MS))
    try {
      await call(logout, {})
    } catch {
      toast('Something went wrong. You are still logged in.', { kind: 'danger' })
      return
    }
    localStorage.removeItem('cart_hash')
    cancelPrompt()
    switchUser(client, null)
    await navigate('/login')
  }
}
