import type { FastifyInstance } from 'fastify'

import { refuse } from './refusal.ts'

const HOST_FORMAT = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i
const PAGE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Characters of a path that mean the same with and without percent-encoding (RFC 3986), except the dot. */
const ENCODED_PLAIN_CHARACTER = /%(?:3[0-9]|[46][1-9a-f]|[57][0-9a]|2d|5f|7e)/gi

/**
 * Decodes what needn’t be encoded in the path, as the router does, so that all code that looks at the path of a request,
 * such as the maintenance of the API, sees `/api/` for `/%61pi/` too.
 */
export const decodePath = (url: string): string => {
  const end = url.indexOf('?')
  const path = end === -1 ? url : url.slice(0, end)
  // Not decoding `%%361` into `%61`: the router refuses it.
  if (!path.includes('%') || /%(?![\da-f]{2})/i.test(path)) return url
  return path.replaceAll(ENCODED_PLAIN_CHARACTER, decodeURIComponent) + url.slice(path.length)
}

/** Refuses requests that no browser sends before any other work: an invalid Host, TRACE, and writes to pages. */
export const registerRequestLineCheck = (app: FastifyInstance) => {
  app.addHook('onRequest', async ({ method, url, host, routeOptions }, reply) => {
    if (host !== '' && !HOST_FORMAT.test(host)) throw refuse(400, 'This request could not be read.')
    // Webhooks and uploads have their own routes outside the API.
    const hasOwnRoute = url.startsWith('/api/') || (routeOptions.url !== undefined && routeOptions.url !== '/*')
    if (PAGE_METHODS.has(method) || (hasOwnRoute && method !== 'TRACE')) return
    void reply.header('allow', [...PAGE_METHODS].join(', '))
    throw refuse(405, 'This method does not work here.')
  })
}
