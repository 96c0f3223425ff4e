import type { FastifyInstance } from 'fastify'

import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/http/serve.server.ts'

import * as contract from './contract.ts'
import { listReconciliations } from './reconcile.server.ts'

export const adminCheckoutApi = (app: FastifyInstance, { db }: Deps) => {
  serve(app, contract.listReconciliations, async () => ({ data: await listReconciliations(db) }))
}
