/** Pages that are read-only for staff in a masquerade. The workspace billing page handles this itself, below its navigation. */

const readOnlyPaths = [
  '/account/details',
  '/account/password',
  '/account/sessions',
  '/account/payment-methods',
  '/account/notification-preferences',
  '/profile/notifications',
  '/cart/billing',
  '/checkout',
]

export const isReadOnlyInMasquerade = (pathname: string): boolean =>
  readOnlyPaths.some(path => pathname === path || pathname.startsWith(`${path}/`))
