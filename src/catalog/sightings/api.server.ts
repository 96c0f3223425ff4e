import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isbot } from 'isbot'

import type { Actor } from '#platform/actor.ts'
import type { Deps } from '#platform/deps.ts'
import { networkOf } from '#platform/network.server.ts'
import { serve } from '#platform/serve.server.ts'
import { isStaff } from '#workspaces/policy.ts'

import * as contract from './contract.ts'
import { noteSightings } from './sightings.server.ts'

/** Machines, our own people, whoever acts as somebody, and those who do not want to be measured. */
const isUncounted = (actor: Actor, { headers }: FastifyRequest): boolean =>
  isbot(headers['user-agent']) ||
  headers['sec-gpc'] === '1' ||
  headers['dnt'] === '1' ||
  (actor.user_id !== null && (Boolean(actor.masquerade) || isStaff(actor.platform_roles)))

export const sightingsApi = (app: FastifyInstance, { db, clock, secret }: Pick<Deps, 'db' | 'clock' | 'secret'>) => {
  serve(app, contract.noteSightings, async ({ actor, request, body: { views, hovers } }) => {
    if (!isUncounted(actor, request)) {
      const visitor = networkOf(request.ip)
      await noteSightings(db, { views, hovers, visitor, user_id: actor.user_id, secret, now: clock.now() })
    }
    return { data: null }
  })
}
