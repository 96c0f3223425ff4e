import type { FastifyInstance } from 'fastify'

import type { Config } from '../config.server.ts'
import { refuse } from './refusal.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Protects against cross-site request forgery. Besides SameSite=Lax cookies, an unsafe request must come from our own
 * pages. Browsers set Sec-Fetch-Site and scripts cannot; Origin is the fallback. A request with neither header and no
 * cookie is not a browser session.
 */
export const registerOriginCheck = (app: FastifyInstance, { public_url }: Pick<Config, 'public_url'>) => {
  const publicOrigin = new URL(public_url).origin
  app.addHook('onRequest', async request => {
    if (SAFE_METHODS.has(request.method)) return
    const { 'sec-fetch-site': site, origin, cookie } = request.headers
    const isSameOrigin =
      site !== undefined
        ? site === 'same-origin' || site === 'none'
        : origin !== undefined
          ? origin === publicOrigin || origin === `${request.protocol}://${request.host}`
          : cookie === undefined
    if (!isSameOrigin) throw refuse(403, 'This request came from another site.')
  })
}
