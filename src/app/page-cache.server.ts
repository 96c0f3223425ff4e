/** Caches the pages of guests for two seconds: all guests see the same page. */

import { cacheByKey } from '#platform/cache.server.ts'
import type { Clock } from '#platform/clock.ts'
import { cookieNames } from '#platform/http/cookie-header.ts'
import { preferredLanguage } from '#search/preferred-language.ts'
import { readTheme } from '#ui/theme.ts'

/** A rendered page. Its nonce occurs in every script and style. */
export type RenderedPage = { status: number; headers: Headers; page: Buffer; nonce: string }

/** Returns the page from `render` or from the cache, with the nonce of this response. */
export type PageCache = (
  request: Request,
  nonce: string,
  render: (request: Request) => Promise<RenderedPage>,
) => Promise<RenderedPage>

const CACHE_MS = 2_000
/** About 200 kB each. */
const MAX_CACHED_PAGES = 200

/** Cookies that do not affect the page. With any other cookie, the page may be personal. */
const neutralCookies = new Set(['theme', 'device_id', 'registration_referral', 'storage_consent'])

/** Matches a token of `randomToken` in a path or query: such a page belongs to the holder of the link and changes with their actions. */
const TOKEN_IN_URL = /[/=][\w-]{43}(?=[/.&?]|$)/

const isCacheable = ({ method, headers, url }: Request) =>
  method === 'GET' &&
  !TOKEN_IN_URL.test(url) &&
  cookieNames(headers.get('cookie')).every(name => neutralCookies.has(name))

/** Copies a request without its abort signal, so that it outlives the visitor who sent it first. */
const detachedRequest = ({ url, headers }: Request) => new Request(url, { headers })

/** Replaces the nonce in the bytes of the page, because decoding and re-encoding text could change them. */
const withNonce = (rendered: RenderedPage, nonce: string): RenderedPage => {
  const [oldNonce, newNonce] = [Buffer.from(rendered.nonce), Buffer.from(nonce)]
  const parts: Buffer[] = []
  let from = 0
  for (let at = rendered.page.indexOf(oldNonce); at >= 0; at = rendered.page.indexOf(oldNonce, from)) {
    parts.push(rendered.page.subarray(from, at), newNonce)
    from = at + oldNonce.length
  }
  return { ...rendered, nonce, page: Buffer.concat([...parts, rendered.page.subarray(from)]) }
}

/** `revision` changes with the settings of the shop, which every page shows. */
export const createPageCache = (clock: Clock, revision: () => string): PageCache => {
  const cached = cacheByKey<RenderedPage>(clock, CACHE_MS, MAX_CACHED_PAGES)
  return async (request, nonce, render) => {
    if (!isCacheable(request)) return render(request)
    const { headers, url } = request
    // Includes the host, because the page's links depend on it, and the language, which decides how a search is read.
    const key = `${url} ${readTheme(headers.get('cookie'))} ${preferredLanguage(headers.get('accept-language'))} ${revision()}`
    const page = await cached(key, () => render(detachedRequest(request)))
    // A page that sets a cookie belongs to one visitor.
    if (page.headers.has('set-cookie')) return render(request)
    return page.nonce === nonce ? page : withNonce(page, nonce)
  }
}
