/** What stands on the pages of the cart when it could not be asked for: the way to where it may work. */
import { useEffect } from 'react'

import { LoadingScreen } from '#ui/spinner.tsx'

const flag = 'cart_error_at'
const flag_lasts_ms = 30_000

/** The cart is tried once within half a minute; if it fails there too, the shop's front page. */
export const placeAfterCartError = (storage: Pick<Storage, 'getItem' | 'setItem'>, now: number): string => {
  const before = Number(storage.getItem(flag) ?? 0)
  if (now - before < flag_lasts_ms) return '/'
  storage.setItem(flag, String(now))
  return '/cart'
}

/** Export it as the page's `ErrorBoundary`. */
export const CartError = () => {
  useEffect(() => window.location.replace(placeAfterCartError(localStorage, Date.now())), [])
  return <LoadingScreen />
}
