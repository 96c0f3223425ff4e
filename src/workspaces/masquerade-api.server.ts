import type { FastifyInstance, FastifyReply } from 'fastify'

import { noteSecurityEvent } from '#accounts/security/security-log.server.ts'
import { setSessionCookie } from '#accounts/session.server.ts'
import type { Actor } from '#platform/actor.ts'
import type { Deps } from '#platform/deps.ts'
import { refuse } from '#platform/http/refusal.ts'
import { serve } from '#platform/http/serve.server.ts'

import * as contract from './masquerade-contract.ts'
import { endMasquerade } from './masquerade.server.ts'

export const masqueradeApi = (app: FastifyInstance, deps: Deps) => {
  const end = async ({ session_id, masquerade }: Actor, reply: FastifyReply) => {
    if (!masquerade || session_id === null) return { data: { ended: false } }
    const session = await deps.db.transaction().execute(trx => endMasquerade(trx, session_id, deps.clock.now()))
    if (session) noteSecurityEvent(reply.request, { type: 'masquerade_ended' })
    if (session) setSessionCookie(reply, deps, session.token, session.remember)
    return { data: { ended: session !== undefined } }
  }

  serve(app, contract.logoutMasquerade, ({ actor, reply }) => end(actor, reply))

  serve(app, contract.getLogoutMasquerade, ({ actor, request, reply }) => {
    if (request.headers['sec-fetch-site'] !== 'same-origin')
      throw refuse(403, 'Please end the masquerade from a page of this site.')
    return end(actor, reply)
  })
}
