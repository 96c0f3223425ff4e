/** Rate limits per address and minute, by cost. Each process counts on its own. */
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'

import type { Config } from '../config.server.ts'

const MINUTE_MS = 60_000
/** The limit for everything except pages. Costlier endpoints have `per_minute`. */
const MAX_REQUESTS = 3_000
/** Rendering a page takes up to 200 ms of CPU time. */
export const MAX_PAGES = 300

/** The routes of pages. Files have their own routes. */
const PAGE_ROUTES: readonly (string | undefined)[] = ['/*', '/unsubscribe/:user_id/:token']
const isPage = ({ routeOptions: { url } }: FastifyRequest) => PAGE_ROUTES.includes(url)

export const registerRateLimits = async (app: FastifyInstance, { rate_limits }: Pick<Config, 'rate_limits'>) => {
  if (!rate_limits) return
  await app.register(rateLimit, {
    max: request => (isPage(request) ? MAX_PAGES : MAX_REQUESTS),
    timeWindow: MINUTE_MS,
    keyGenerator: request => `${isPage(request) ? 'page ' : ''}${request.ip}`,
  })
}
