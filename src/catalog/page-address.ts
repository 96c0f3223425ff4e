/** Addresses of pages that are about one thing: `/clips/<slug>/<id>`. */
import { data, redirect } from 'react-router'

/** The id in an address. Anything else than a number is no page of ours. */
export const idIn = (text: string): string => {
  if (!/^\d{1,9}$/.test(text)) throw data(null, { status: 404 })
  return text
}

/** Sends a visitor with an old or mistyped slug to the right address, for good. */
export const insistOn = (path: string, { pathname, search }: URL): void => {
  if (pathname !== path) throw redirect(path + search, 301)
}

/** `?page=3`; anything else is the first page. */
export const pageIn = ({ searchParams }: URL): number => {
  const page = Number(searchParams.get('page') ?? 1)
  return Number.isInteger(page) && page >= 1 && page <= 100_000 ? page : 1
}

/** Who asks for a page past the last one sees the last one. */
export const insistOnPage = (
  { page, total_pages }: { page: number; total_pages: number },
  { pathname, searchParams }: URL,
): void => {
  if (total_pages === 0 || page <= total_pages) return
  const last = new URLSearchParams(searchParams)
  if (total_pages === 1) last.delete('page')
  else last.set('page', String(total_pages))
  throw redirect(last.size > 0 ? `${pathname}?${last}` : pathname)
}
