/** Ends a masquerade of a staff member. */
import { call } from '#platform/http/call.ts'
import { useToast } from '#ui/toast.tsx'

import { logoutMasquerade } from './masquerade-contract.ts'
import { clearTrackingCookies } from './tracking-cookies.ts'

/** Ends the masquerade, clears its cookies and cart, and reloads the page as the staff member. */
export const useEndMasquerade = () => {
  const toast = useToast()
  return async (): Promise<void> => {
    try {
      await call(logoutMasquerade, {})
    } catch {
      toast('Something went wrong. You are still acting as another person.', { kind: 'danger' })
      return
    }
    for (const cookie of clearTrackingCookies(document.cookie, location.hostname)) document.cookie = cookie
    localStorage.removeItem('cart_hash')
    location.reload()
  }
}
