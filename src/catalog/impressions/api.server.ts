import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isbot } from 'isbot'

import type { Actor } from '#platform/actor.ts'
import type { Deps } from '#platform/deps.ts'
import { networkOf } from '#platform/http/network.server.ts'
import { serve } from '#platform/http/serve.server.ts'
import { isStaff } from '#workspaces/policy.ts'

import * as contract from './contract.ts'
import { recordImpressions } from './impressions.server.ts'

/** Bots, staff, masquerading users and visitors who opt out of measurement are not counted. */
const isExcluded = (actor: Actor, { headers }: FastifyRequest): boolean =>
  isbot(headers['user-agent']) ||
  headers['sec-gpc'] === '1' ||
  headers['dnt'] === '1' ||
  (actor.user_id !== null && (Boolean(actor.masquerade) || isStaff(actor.platform_roles)))

export const impressionsApi = (app: FastifyInstance, { db, clock, secret }: Pick<Deps, 'db' | 'clock' | 'secret'>) => {
  serve(app, contract.recordImpressions, async ({ actor, request, body: { views, hovers } }) => {
    if (!isExcluded(actor, request)) {
      const visitor = networkOf(request.ip)
      await recordImpressions(db, { views, hovers, visitor, user_id: actor.user_id, secret, now: clock.now() })
    }
    return { data: null }
  })
}
