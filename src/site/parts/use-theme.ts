/** Dark or light with the account: what somebody chose goes where they go. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import { getSession, saveTheme, type User } from '#accounts/contract.ts'
import { call } from '#platform/call.ts'
import { setCall } from '#platform/query.ts'
import { currentTheme, setTheme, type Theme } from '#ui/theme.ts'

/** Pages that are made anew in the other theme. */
const reloading = /^\/(clips|account\/licenses)\/?$/

/** Shows the theme of whoever is signed in, also in a browser that knew another one. */
export const useAccountTheme = (user: User | null): void => {
  const theme = user?.theme
  const id = user?.id
  useEffect(() => {
    if ((theme === 'dark' || theme === 'light') && theme !== currentTheme()) setTheme(theme)
  }, [id, theme])
}

/** Keeps a choice that is on screen already. */
export const useKeepTheme = (isSignedIn: boolean) => {
  const client = useQueryClient()
  return async (theme: Theme): Promise<void> => {
    if (isSignedIn)
      try {
        const { data } = await call(saveTheme, { body: { theme } })
        setCall(client, getSession, {}, { data, meta: {} })
      } catch {
        // This browser remembers it: a failed save costs nothing here.
      }
    if (reloading.test(location.pathname)) location.reload()
  }
}
