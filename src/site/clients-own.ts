/**
 * Pages on which everything that changes something is a client's own: while our people act as them, they look only. The billing
 * of a workspace says so itself, below the way between its pages.
 */

const pages = [
  '/account/details',
  '/account/password',
  '/account/sessions',
  '/account/payment-methods',
  '/account/notification-preferences',
  '/profile/notifications',
  '/cart/billing',
  '/checkout',
]

export const isClientsOwn = (pathname: string): boolean =>
  pages.some(page => pathname === page || pathname.startsWith(`${page}/`))
