/** The pages of one's own account, as its navigation shows them; each stands inside `pages/account.tsx` in `routes.ts`. */
export const accountPlaces: readonly { to: string; label: string }[] = [
  { to: '/profile/settings', label: 'Profile' },
  { to: '/account/licenses', label: 'Licenses' },
  { to: '/account/details', label: 'Email' },
  { to: '/account/password', label: 'Password' },
  { to: '/account/two-step', label: 'Two-step sign-in' },
  { to: '/account/sessions', label: 'Sessions' },
  { to: '/account/payment-methods', label: 'Payment methods' },
  { to: '/profile/notifications', label: 'Notifications' },
  { to: '/account/privacy', label: 'Privacy' },
]
