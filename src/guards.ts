/** Who may be on which page, and where everybody else is led: one table, asked before any page is made (`root.tsx`). */
import { createContext, redirect, type MiddlewareFunction } from 'react-router'

import { getSession, type User } from './accounts/contract.ts'
import { callContext } from './platform/context.ts'
import type { ReplyOf } from './platform/endpoint.ts'
import { platformRoles } from './workspaces/policy.ts'

/** null: a guest. */
export type Visitor = Pick<User, 'username' | 'roles' | 'verticals'> | null

/** A page by its pattern in `routes.ts` ("/board/:slug/:id"), and its address for the way back. */
type Place = { pattern: string; path: string }

type Guard = {
  guards: (pattern: string) => boolean
  lets: (visitor: Visitor) => boolean
  to: (place: Place) => string
}

const has =
  (...names: (keyof typeof platformRoles)[]) =>
  (visitor: Visitor): boolean =>
    names.some(name => visitor?.roles.includes(platformRoles[name]))

const isSuspended = has('suspended')

/** What the suspended may still see: why, how to reach us, and what they agreed to. */
const openToSuspended = [
  '/suspended',
  '/contact',
  '/license-terms',
  '/terms-and-conditions',
  '/privacy-policy',
  '/privacy-policy/ccpa',
  '/maintenance',
]

/** Everything of one's own, but for what a link in a mail opens by itself. */
const isPersonal = (pattern: string): boolean =>
  /^\/(boards|projects|checkout|workspace|account|profile|filmmaker|super-secret-bulk-download-poc)(\/|$)/.test(
    pattern,
  ) && !openByLink.includes(pattern)
const openByLink = [
  '/account/details/:slug',
  '/profile/settings/:slug',
  '/account/notification-preferences/:hash',
  '/account/privacy/:hash',
]

/** The first that does not let somebody pass says where they go. */
const guards: readonly Guard[] = [
  {
    guards: pattern => !openToSuspended.includes(pattern),
    lets: visitor => !isSuspended(visitor),
    to: () => '/suspended',
  },
  { guards: pattern => pattern === '/suspended', lets: isSuspended, to: () => '/' },
  {
    guards: isPersonal,
    // Who has no name is not known well enough to be anybody.
    lets: visitor => Boolean(visitor?.username),
    to: ({ path }) => `/login?${new URLSearchParams({ next: path })}`,
  },
  {
    guards: pattern => pattern === '/restricted',
    lets: has('platform_admin', 'support_staff', 'partner_preview'),
    to: () => '/',
  },
  {
    guards: pattern => pattern === '/conditional',
    lets: visitor => (visitor?.verticals ?? []).length > 0,
    to: () => '/conditional-redirect',
  },
]

/** Where somebody is led instead of a page; null when they may be there. */
export const wayInstead = (visitor: Visitor, place: Place): string | null =>
  guards.find(({ guards, lets }) => guards(place.pattern) && !lets(visitor))?.to(place) ?? null

/** Who asks for this page, for the root's loader; null when nobody can be signed in. */
export const sessionContext = createContext<ReplyOf<typeof getSession> | null>(null)

/** The router leaves the first slash out. */
const rooted = (pattern: string) => `/${pattern.replace(/^\/+/, '')}`

/** Asks who it is once for each page; leads away whom a guard does not let pass. */
export const guardPages: MiddlewareFunction<Response> = async ({ request, context, pattern, url }) => {
  const isKnown = /(?:^|;\s*)session=/.test(request.headers.get('cookie') ?? '')
  const session = isKnown ? await context.get(callContext)(getSession, {}) : null
  context.set(sessionContext, session)
  const way = wayInstead(session?.data ?? null, { pattern: rooted(pattern), path: url.pathname + url.search })
  if (way) throw redirect(way)
}
