import type { FastifyInstance } from 'fastify'

import { refuse } from './refusal.ts'

const HOST_FORMAT = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i
const PAGE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

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
