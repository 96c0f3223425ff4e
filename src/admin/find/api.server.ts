import type { FastifyInstance } from 'fastify'

import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/http/serve.server.ts'

import * as contract from './contract.ts'
import { findAcrossAdmin } from './find.server.ts'

export const findApi = (app: FastifyInstance, { db, clock }: Pick<Deps, 'db' | 'clock'>) => {
  serve(app, contract.findAnything, async ({ actor, query: { words = '' } }) => ({
    data: await findAcrossAdmin(db, { words, roles: actor.platform_roles }, clock.now()),
  }))
}
