import type { FastifyInstance } from 'fastify'

import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/serve.server.ts'

import * as contract from './contract.ts'
import { staffLog } from './show.server.ts'

export const staffLogApi = (app: FastifyInstance, { db }: Pick<Deps, 'db'>) => {
  serve(app, contract.listStaffLog, ({ query }) => staffLog(db, query))
}
