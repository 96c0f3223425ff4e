/** Syncs the theme with the signed-in account. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import { getSession, saveTheme, type User } from '#accounts/contract.ts'
import { call } from '#platform/http/call.ts'
import { setCallData } from '#platform/http/query.ts'
import { getCurrentTheme, setTheme, type Theme } from '#ui/theme.ts'

/** Pages that have to reload to show the other theme. */
const RELOAD_PATHS = /^\/(clips|account\/licenses)\/?$/

/** Applies the account's theme, also in a browser that had another one. */
export const useAccountTheme = (user: User | null): void => {
  const theme = user?.theme
  const id = user?.id
  useEffect(() => {
    if ((theme === 'dark' || theme === 'light') && theme !== getCurrentTheme()) setTheme(theme)
  }, [id, theme])
}

/** Saves a theme that is already applied. */
export const useSaveTheme = (isSignedIn: boolean) => {
  const client = useQueryClient()
  return async (theme: Theme): Promise<void> => {
    if (isSignedIn)
      try {
        const { data } = await call(saveTheme, { body: { theme } })
        setCallData(client, getSession, {}, { data, meta: {} })
      } catch {
        // The browser remembers the theme, so a failed save does no harm.
      }
    if (RELOAD_PATHS.test(location.pathname)) location.reload()
  }
}
