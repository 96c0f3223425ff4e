import type { FastifyInstance } from 'fastify'

import type { Config } from './config.server.ts'
import { refuse } from './refusal.ts'

const safe = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Cross-site request forgery: beside SameSite=Lax cookies, an unsafe request must come from our own pages. Browsers set
 * Sec-Fetch-Site and scripts cannot; Origin is the fallback; a request with neither and no cookie is no browser with a session.
 */
export const checkOrigin = (app: FastifyInstance, { public_url }: Pick<Config, 'public_url'>) => {
  const published = new URL(public_url).origin
  app.addHook('onRequest', async request => {
    if (safe.has(request.method)) return
    const { 'sec-fetch-site': site, origin, cookie } = request.headers
    const own =
      site !== undefined
        ? site === 'same-origin' || site === 'none'
        : origin !== undefined
          ? origin === published || origin === `${request.protocol}://${request.host}`
          : cookie === undefined
    if (!own) throw refuse(403, 'This request came from another site.')
  })
}
