import type { FastifyInstance } from 'fastify'

import { refuse } from './refusal.ts'

const host_format = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i
const page_methods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Refuses what no browser asks for, before anything is looked up or rendered: a Host that is no host, TRACE, and writes to pages. */
export const checkRequestLine = (app: FastifyInstance) => {
  app.addHook('onRequest', async ({ method, url, host }, reply) => {
    if (host !== '' && !host_format.test(host)) throw refuse(400, 'This request could not be read.')
    const is_allowed = url.startsWith('/api/') ? method !== 'TRACE' : page_methods.has(method)
    if (is_allowed) return
    void reply.header('allow', [...page_methods].join(', '))
    throw refuse(405, 'This method does not work here.')
  })
}
