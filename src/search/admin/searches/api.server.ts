import type { FastifyInstance } from 'fastify'

import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/http/serve.server.ts'

import * as contract from './contract.ts'
import { listSearches } from './list.server.ts'

export const adminSearchesApi = (app: FastifyInstance, { db, clock }: Pick<Deps, 'db' | 'clock'>) => {
  serve(app, contract.listSearches, ({ query }) => listSearches(db, query, clock.now()))
}
