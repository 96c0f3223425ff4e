import type { FastifyInstance } from 'fastify'

import type { Config } from '../config.server.ts'

/** The Retry-After value in seconds. */
export const MAINTENANCE_RETRY_SECONDS = 600

/**
 * With MAINTENANCE=1 the API returns 503. Call it after the endpoints that stay open. Pages handle it in
 * `src/app/pages.ts`.
 */
export const registerMaintenance = (app: FastifyInstance, { maintenance }: Pick<Config, 'maintenance'>) => {
  if (!maintenance) return
  app.addHook('onRequest', async ({ url }, reply) => {
    if (!url.startsWith('/api/')) return
    return reply
      .code(503)
      .header('retry-after', MAINTENANCE_RETRY_SECONDS)
      .send({ message: 'We are working on the shop. Please come back in a few minutes.', errors: {} })
  })
}
