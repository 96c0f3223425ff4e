import type { FastifyInstance } from 'fastify'

import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/serve.server.ts'

import * as contract from './contract.ts'
import { searchesFor } from './show.server.ts'

export const searchRoomApi = (app: FastifyInstance, { db, clock }: Pick<Deps, 'db' | 'clock'>) => {
  serve(app, contract.listSearches, ({ query }) => searchesFor(db, query, clock.now()))
}
