/** Reads and canonicalizes the URLs of detail pages: `/clips/<slug>/<id>`. */
import { data, redirect } from 'react-router'

/** Returns the id of a URL. Throws a 404 response for anything else than a number. */
export const requireId = (text: string): string => {
  if (!/^\d{1,9}$/.test(text)) throw data(null, { status: 404 })
  return text
}

/** Redirects an old or mistyped slug to the canonical path, permanently. */
export const requireCanonicalPath = (path: string, { pathname, search }: URL): void => {
  if (pathname !== path) throw redirect(path + search, 301)
}

/** Returns `?page=3` as a number, 1 if it is missing or invalid. */
export const readPageParam = ({ searchParams }: URL): number => {
  const page = Number(searchParams.get('page') ?? 1)
  return Number.isInteger(page) && page >= 1 && page <= 100_000 ? page : 1
}

/** Redirects a page past the end to the last page. */
export const requireExistingPage = (
  { page, total_pages }: { page: number; total_pages: number },
  { pathname, searchParams }: URL,
): void => {
  if (total_pages === 0 || page <= total_pages) return
  const params = new URLSearchParams(searchParams)
  if (total_pages === 1) params.delete('page')
  else params.set('page', String(total_pages))
  throw redirect(params.size > 0 ? `${pathname}?${params}` : pathname)
}
