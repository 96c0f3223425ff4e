/** The page to open after a login. */

/** A placeholder origin: a URL that resolves to another origin leaves the shop. */
const PLACEHOLDER_ORIGIN = 'https://here.invalid'
const guestOnlyPaths = ['/login', '/register']

/** Whether a page is only for users who are not signed in. */
export const isGuestOnlyPath = (pathname: string): boolean => guestOnlyPaths.includes(pathname)

/** Returns `next` if it is a path of this shop, otherwise `fallback`, so that links cannot redirect to other sites. */
export const safeNext = (next: string | null, fallback = '/'): string => {
  if (!next?.startsWith('/') || !URL.canParse(next, PLACEHOLDER_ORIGIN)) return fallback
  const { origin, pathname, search, hash } = new URL(next, PLACEHOLDER_ORIGIN)
  const isExternal = origin !== PLACEHOLDER_ORIGIN || pathname.startsWith('//')
  return isExternal || isGuestOnlyPath(pathname) ? fallback : pathname + search + hash
}
