/** Access rules for pages: who may open which page, and where others are redirected. Checked before a page renders (`root.tsx`). */
import { createContext, redirect, redirectDocument, type MiddlewareFunction } from 'react-router'

import { getSession, type User } from '#accounts/contract.ts'
import { callContext, pageContext } from '#platform/http/context.ts'
import { hasHostCookie } from '#platform/http/cookie-header.ts'
import type { ReplyOf } from '#platform/http/endpoint.ts'
import { hasAnyRole, type PlatformRole } from '#platform/platform-roles.ts'
import { entersBeforeOpening } from '#setup/policy.ts'

/** null for a guest. */
export type PageVisitor = Pick<User, 'username' | 'roles' | 'verticals'> | null

/** The page's pattern in `routes.ts` ("/board/:slug/:id") and its URL to return to. */
type PageLocation = { pattern: string; path: string; is_open: boolean }

type PageGuard = {
  matches: (pattern: string) => boolean
  allows: (visitor: PageVisitor, location: PageLocation) => boolean
  redirectTo: (location: PageLocation) => string
}

const hasRole =
  (...names: PlatformRole[]) =>
  (visitor: PageVisitor): boolean =>
    hasAnyRole(visitor?.roles ?? [], ...names)

const isSuspended = hasRole('suspended')

/** Pages that suspended users can still open: the reason, how to contact us, and the terms they agreed to. */
const suspendedPages = [
  '/suspended',
  '/contact',
  '/license-terms',
  '/terms-and-conditions',
  '/privacy-policy',
  '/privacy-policy/ccpa',
  '/imprint',
  '/refund-policy',
  '/withdrawal',
  '/maintenance',
]

/** Pages that visitors can open before the shop opens: to sign in, to become staff, and to set up the shop. */
const pagesBeforeOpening = [
  '/opening-soon',
  '/login',
  '/forgot-password',
  '/reset-password/:hash',
  '/verify-email/:token',
  '/setup',
  '/setup/mail/:token',
  '/staff-invite/:token',
  '/filmmaker-invite/:token',
  '/suspended',
  '/maintenance',
]

/** Personal pages, except those that links in mails open. */
const isPersonal = (pattern: string): boolean =>
  /^\/(boards|projects|checkout|workspace|account|profile|filmmaker|super-secret-bulk-download-poc)(\/|$)/.test(
    pattern,
  ) && !linkPages.includes(pattern)
const linkPages = [
  '/account/details/:slug',
  '/profile/settings/:slug',
  '/account/notification-preferences/:hash',
  '/account/privacy/:hash',
]

/** The first guard that does not allow a visitor decides where they go. */
const guards: readonly PageGuard[] = [
  {
    matches: pattern => !suspendedPages.includes(pattern),
    allows: visitor => !isSuspended(visitor),
    redirectTo: () => '/suspended',
  },
  { matches: pattern => pattern === '/suspended', allows: isSuspended, redirectTo: () => '/' },
  {
    matches: pattern => !pagesBeforeOpening.includes(pattern),
    allows: (visitor, { is_open }) => is_open || entersBeforeOpening(visitor?.roles ?? []),
    redirectTo: () => '/opening-soon',
  },
  { matches: pattern => pattern === '/opening-soon', allows: (_, { is_open }) => !is_open, redirectTo: () => '/' },
  {
    matches: isPersonal,
    // An account without a username is incomplete.
    allows: visitor => Boolean(visitor?.username),
    redirectTo: ({ path }) => `/login?${new URLSearchParams({ next: path })}`,
  },
  {
    matches: pattern => pattern === '/restricted',
    allows: hasRole('platform_admin', 'support_staff', 'partner_preview'),
    redirectTo: () => '/',
  },
  {
    matches: pattern => pattern === '/conditional',
    allows: visitor => (visitor?.verticals ?? []).length > 0,
    redirectTo: () => '/conditional-redirect',
  },
]

/** Returns where to redirect a visitor, or null when they may open the page. */
export const redirectFor = (visitor: PageVisitor, location: PageLocation): string | null =>
  guards.find(({ matches, allows }) => matches(location.pattern) && !allows(visitor, location))?.redirectTo(location) ??
  null

/** The session, for the root loader; null without a session cookie. */
export const sessionContext = createContext<ReplyOf<typeof getSession> | null>(null)

/** The router omits the leading slash. */
const withLeadingSlash = (pattern: string) => `/${pattern.replace(/^\/+/, '')}`

/** Loads the session once per page and redirects visitors whom a guard does not allow. */
export const guardPages: MiddlewareFunction<Response> = async ({ request, context, pattern, url }) => {
  const { is_open, is_turned_away } = context.get(pageContext)
  if (is_turned_away && withLeadingSlash(pattern) !== '/maintenance') throw redirectDocument(url.pathname + url.search)
  const session = hasHostCookie(request.headers.get('cookie'), 'session')
    ? await context.get(callContext)(getSession, {})
    : null
  context.set(sessionContext, session)
  const target = redirectFor(session?.data ?? null, {
    pattern: withLeadingSlash(pattern),
    path: url.pathname + url.search,
    is_open,
  })
  if (target) throw redirect(target)
}
