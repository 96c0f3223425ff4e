import type { FastifyInstance } from 'fastify'

import type { Config } from './config.server.ts'

/** When a visitor, or a program, may look again. */
export const maintenance_retry_seconds = 600

/** While MAINTENANCE=1 the API answers 503; call it after the doors that stay open. The pages answer theirs in `src/pages.ts`. */
export const closeForMaintenance = (app: FastifyInstance, { maintenance }: Pick<Config, 'maintenance'>) => {
  if (!maintenance) return
  app.addHook('onRequest', async ({ url }, reply) => {
    if (!url.startsWith('/api/')) return
    return reply
      .code(503)
      .header('retry-after', maintenance_retry_seconds)
      .send({ message: 'We are working on the shop. Please come back in a few minutes.', errors: {} })
  })
}
