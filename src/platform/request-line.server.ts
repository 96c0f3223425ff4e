import type { FastifyInstance } from 'fastify'

import { refuse } from './refusal.ts'

const host_format = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i
const page_methods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Refuses what no browser asks for, before anything is looked up or rendered: a Host that is no host, TRACE, and writes to pages. */
export const checkRequestLine = (app: FastifyInstance) => {
  app.addHook('onRequest', async ({ method, url, host, routeOptions }, reply) => {
    if (host !== '' && !host_format.test(host)) throw refuse(400, 'This request could not be read.')
    // Webhooks and uploads have routes of their own outside the API.
    const has_own_route = url.startsWith('/api/') || (routeOptions.url !== undefined && routeOptions.url !== '/*')
    if (page_methods.has(method) || (has_own_route && method !== 'TRACE')) return
    void reply.header('allow', [...page_methods].join(', '))
    throw refuse(405, 'This method does not work here.')
  })
}
