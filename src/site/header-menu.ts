/** The links of the header: the built-in ones, or those that the owner set. */
import type { HeaderMenuLink } from '#platform/settings/menus-group.ts'

import { headerLinks, type HeaderLink } from './links.ts'

/** What the header has room for, in letters with three for each gap. The built-in menu needs as much. */
const HEADER_CAPACITY = 64
const GAP = 3
const MORE_LABEL_WIDTH = 'More'.length + GAP

/** `rest` are the links that the header has no room for; the menu on phones has all. */
export type HeaderMenu = { links: readonly HeaderLink[]; rest: readonly HeaderLink[] }

const widthOf = (links: readonly { label: string }[]) => links.reduce((sum, { label }) => sum + label.length + GAP, 0)

/** A link to a page of the built-in menu keeps its panel, and whether it is for signed-in users only. */
const withBuiltIn = (link: HeaderMenuLink): HeaderLink => {
  const builtIn = headerLinks.find(({ to }) => to === link.to)
  return {
    ...link,
    ...(builtIn?.panel && { panel: builtIn.panel }),
    ...(builtIn?.signedIn && { signedIn: true }),
  }
}

/** Returns the header's links for a visitor. `own`: those of the settings; none for the built-in menu. */
export const getHeaderMenu = (own: readonly HeaderMenuLink[], isSignedIn: boolean): HeaderMenu => {
  const all = (own.length > 0 ? own.map(withBuiltIn) : headerLinks).filter(({ signedIn }) => isSignedIn || !signedIn)
  if (own.length === 0 || widthOf(all) <= HEADER_CAPACITY) return { links: all, rest: [] }
  const fitting = all.filter((_, index) => widthOf(all.slice(0, index + 1)) <= HEADER_CAPACITY - MORE_LABEL_WIDTH)
  return { links: fitting, rest: all.slice(fitting.length) }
}

/** Whether a link leads to the page that is shown, or to one above it. A link with a query needs the same query. */
export const isCurrentLink = (to: string, { pathname, search }: { pathname: string; search: string }): boolean => {
  const [path = '', query] = (to.split('#')[0] ?? '').split('?')
  if (query !== undefined) return path === pathname && `?${query}` === search
  return path === '/' ? pathname === '/' : pathname === path || pathname.startsWith(`${path}/`)
}
