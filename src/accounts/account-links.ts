/** Links to the account pages, in navigation order. Each page is nested in `pages/account.tsx` in `routes.ts`. */
import type { BrowserFlag } from '#platform/flags/flags.ts'

type AccountLink = {
  to: string
  label: string
  /** A second URL of the same page. */
  alternate?: string
  /** Shows the link only where this flag is on. */
  flag?: BrowserFlag
}
export const accountLinks: readonly AccountLink[] = [
  { to: '/profile/settings', label: 'Profile' },
  { to: '/account/licenses', label: 'Licenses' },
  { to: '/account/details', label: 'Email' },
  { to: '/account/password', label: 'Password' },
  { to: '/account/two-step', label: 'Two-step sign-in' },
  { to: '/account/sessions', label: 'Sessions' },
  { to: '/account/payment-methods', label: 'Payment methods' },
  { to: '/profile/notifications', label: 'Notifications', alternate: '/account/notification-preferences' },
  { to: '/account/privacy', label: 'Privacy' },
  { to: '/account/editfest', label: 'Editfest', flag: 'editfest-coupon' },
]
