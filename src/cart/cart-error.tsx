/** The error boundary of the cart pages: redirects to a page that may work. */
import { useEffect } from 'react'

import { LoadingScreen } from '#ui/spinner.tsx'

const STORAGE_KEY = 'cart_error_at'
const RETRY_WINDOW_MS = 30_000

/** Returns the cart the first time within half a minute, after that the home page. */
export const cartErrorRedirect = (storage: Pick<Storage, 'getItem' | 'setItem'>, now: number): string => {
  const lastErrorAt = Number(storage.getItem(STORAGE_KEY) ?? 0)
  if (now - lastErrorAt < RETRY_WINDOW_MS) return '/'
  storage.setItem(STORAGE_KEY, String(now))
  return '/cart'
}

/** Export it as the page's `ErrorBoundary`. */
export const CartError = () => {
  useEffect(() => window.location.replace(cartErrorRedirect(localStorage, Date.now())), [])
  return <LoadingScreen />
}
