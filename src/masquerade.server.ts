import type { FastifyInstance } from 'fastify'

import { mayWhileActing, nameOf } from './masquerade.ts'
import type { Deps } from './platform/deps.ts'
import { isOurs } from './platform/endpoint.ts'
import { loggedPath } from './platform/ids.server.ts'
import { refuse } from './platform/refusal.ts'
import { recordAction } from './workspaces/masquerade.server.ts'

const theirs_text = 'You act as somebody else now, and this is for them to do. End the masquerade first.'
const ours_text = 'You act as somebody else now. End the masquerade first.'

/** Before anything is carried out for one of our people who acts as a client: whether it may be, and a record of who it was. */
export const limitMasquerade = (app: FastifyInstance, { db, clock }: Pick<Deps, 'db' | 'clock'>) => {
  app.addHook('preValidation', async ({ actor, routeOptions, id: request_id, method, url }) => {
    const { endpoint } = routeOptions.config
    if (!actor.masquerade || !endpoint) return
    const refused = !mayWhileActing(endpoint)
    if (refused || method !== 'GET') {
      const { id: masquerade_id } = actor.masquerade
      const what = { endpoint: nameOf(endpoint), path: loggedPath(url), request_id, refused }
      await recordAction(db, { masquerade_id, ...what, at: clock.now() })
    }
    if (refused) throw refuse(403, isOurs(endpoint.who) ? ours_text : theirs_text)
  })
}
