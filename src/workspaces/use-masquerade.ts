/** Leaving somebody else's account, for our people who act as a client. */
import { call } from '#platform/call.ts'
import { useToast } from '#ui/toast.tsx'

import { logoutMasquerade } from './masquerade-contract.ts'
import { clearedTracking } from './tracking-cookies.ts'

/** Ends the masquerade, clears what was kept of the visit, and shows the same page as oneself. */
export const useEndMasquerade = () => {
  const toast = useToast()
  return async (): Promise<void> => {
    try {
      await call(logoutMasquerade, {})
    } catch {
      toast('Something went wrong. You still act as somebody else.', { kind: 'danger' })
      return
    }
    for (const cleared of clearedTracking(document.cookie, location.hostname)) document.cookie = cleared
    localStorage.removeItem('cart_hash')
    location.reload()
  }
}
