/** The pages of one's own account, as its navigation shows them; each stands inside `pages/account.tsx` in `routes.ts`. */
import type { BrowserFlag } from '#platform/flags.ts'

type Place = {
  to: string
  label: string
  /** The same page's other address. */
  also?: string
  /** Shown only to those for whom it is on. */
  flag?: BrowserFlag
}
export const accountPlaces: readonly Place[] = [
  { to: '/profile/settings', label: 'Profile' },
  { to: '/account/licenses', label: 'Licenses' },
  { to: '/account/details', label: 'Email' },
  { to: '/account/password', label: 'Password' },
  { to: '/account/two-step', label: 'Two-step sign-in' },
  { to: '/account/sessions', label: 'Sessions' },
  { to: '/account/payment-methods', label: 'Payment methods' },
  { to: '/profile/notifications', label: 'Notifications', also: '/account/notification-preferences' },
  { to: '/account/privacy', label: 'Privacy' },
  { to: '/account/editfest', label: 'Editfest', flag: 'editfest-coupon' },
]
