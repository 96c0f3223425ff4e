/** How many requests one address may make in a minute, by what they cost. Each process counts for itself, from its start on. */
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'

import type { Config } from './config.server.ts'

const minute_ms = 60_000
/** Of everything together that is no page; endpoints that cost more have `per_minute`. */
const MAX_REQUESTS = 3_000
/** A page takes up to a fifth of a second of a processor. */
export const MAX_PAGES = 300

/** The route of all pages; files have routes of their own. */
const isPage = ({ routeOptions: { url } }: FastifyRequest) => url === '/*'

export const limitRequests = async (app: FastifyInstance, { rate_limits }: Pick<Config, 'rate_limits'>) => {
  if (!rate_limits) return
  await app.register(rateLimit, {
    max: request => (isPage(request) ? MAX_PAGES : MAX_REQUESTS),
    timeWindow: minute_ms,
    keyGenerator: request => `${isPage(request) ? 'page ' : ''}${request.ip}`,
  })
}
