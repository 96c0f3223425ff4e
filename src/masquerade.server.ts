import type { FastifyInstance } from 'fastify'

import type { Deps } from './platform/deps.ts'
import { isOurs } from './platform/endpoint.ts'
import { loggedPath } from './platform/ids.server.ts'
import { refuse } from './platform/refusal.ts'
import { recordAction } from './workspaces/masquerade.server.ts'

const customers_text = 'You act as somebody else now, and this is for them to do. End the masquerade first.'
const staff_text = 'You act as somebody else now. End the masquerade first.'

/** "PUT /api/workspace/members/{id}/role" */
const nameOf = (method: string, url = '') => `${method} ${url.replaceAll(/:(\w+)/g, '{$1}')}`

/** For staff who act as a customer: refuses every endpoint whose declaration doesn't allow it, and records each change and each refusal before anything is carried out. */
export const limitMasquerade = (app: FastifyInstance, { db, clock }: Pick<Deps, 'db' | 'clock'>) => {
  app.addHook('preValidation', async ({ actor, routeOptions, id: request_id, method, url, is404 }) => {
    if (!actor.masquerade || is404) return
    const { endpoint } = routeOptions.config
    const refused = endpoint?.masquerade !== 'allowed'
    if (refused || method !== 'GET') {
      const { id: masquerade_id } = actor.masquerade
      const action = { endpoint: nameOf(method, routeOptions.url), path: loggedPath(url), request_id, refused }
      await recordAction(db, { masquerade_id, ...action, at: clock.now() })
    }
    if (refused) throw refuse(403, endpoint && isOurs(endpoint.who) ? staff_text : customers_text)
  })
}
