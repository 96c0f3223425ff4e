import type { FastifyInstance } from 'fastify'

import type { Deps } from '#platform/deps.ts'
import { isStaffAccess } from '#platform/http/endpoint.ts'
import { refuse } from '#platform/http/refusal.ts'
import { toLoggedPath } from '#platform/ids.server.ts'
import { recordMasqueradeAction } from '#workspaces/masquerade.server.ts'

const CUSTOMER_ENDPOINT_TEXT = 'You act as somebody else now, and this is for them to do. End the masquerade first.'
const STAFF_ENDPOINT_TEXT = 'You act as somebody else now. End the masquerade first.'

/** Formats an endpoint's name: "PUT /api/workspace/members/{id}/role" */
const endpointName = (method: string, url = '') => `${method} ${url.replaceAll(/:(\w+)/g, '{$1}')}`

/** During a masquerade, refuses endpoints that do not allow it, and records each change and each refusal before the handler runs. */
export const limitMasquerade = (app: FastifyInstance, { db, clock }: Pick<Deps, 'db' | 'clock'>) => {
  app.addHook('preValidation', async ({ actor, routeOptions, id: request_id, method, url, is404 }) => {
    if (!actor.masquerade || is404) return
    const { endpoint } = routeOptions.config
    const refused = endpoint?.masquerade !== 'allowed'
    if (refused || method !== 'GET') {
      const { id: masquerade_id } = actor.masquerade
      const action = { endpoint: endpointName(method, routeOptions.url), path: toLoggedPath(url), request_id, refused }
      await recordMasqueradeAction(db, { masquerade_id, ...action, at: clock.now() })
    }
    if (refused)
      throw refuse(403, endpoint && isStaffAccess(endpoint.who) ? STAFF_ENDPOINT_TEXT : CUSTOMER_ENDPOINT_TEXT)
  })
}
