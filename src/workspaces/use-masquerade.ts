/** Leaving somebody else's account, for our people who act as a client. */
import { call } from '#platform/call.ts'
import { useToast } from '#ui/toast.tsx'

import { logoutMasquerade } from './masquerade-contract.ts'

/** What measuring tools keep, ours and those that somebody allowed: the client's visit is not ours to be counted on. */
const tracking_cookies = ['registration_referral', '_ga', '_gid', '_gcl_au', '_fbp']

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
    for (const name of tracking_cookies) document.cookie = `${name}=; path=/; max-age=0`
    localStorage.removeItem('cart_hash')
    location.reload()
  }
}
