/** Where somebody goes on after logging in. */

/** Any origin of nobody: an address that leaves it would leave us. */
const here = 'https://here.invalid'
const entrances = ['/login', '/register']

/** Pages that are only for people who are not signed in. */
export const isEntrance = (pathname: string): boolean => entrances.includes(pathname)

/** The path that `next` asks for, if it is one of our own pages; `otherwise` for anything else, so that no link can lead astray. */
export const safeNext = (next: string | null, otherwise = '/'): string => {
  if (!next?.startsWith('/') || !URL.canParse(next, here)) return otherwise
  const { origin, pathname, search, hash } = new URL(next, here)
  const leaves = origin !== here || pathname.startsWith('//')
  return leaves || isEntrance(pathname) ? otherwise : pathname + search + hash
}
