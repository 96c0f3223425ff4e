import type { FastifyInstance } from 'fastify'

import type { Deps } from '#platform/deps.ts'
import { pagination } from '#platform/lists.ts'
import { serve } from '#platform/serve.server.ts'

import * as contract from './contract.ts'
import { payoutsApi } from './payouts-api.server.ts'
import { filmmakerOf } from './people.server.ts'
import { earningClips, earningsOf } from './show.server.ts'

export const earningsApi = (app: FastifyInstance, deps: Deps) => {
  const { db, clock } = deps
  payoutsApi(app, deps)

  serve(app, contract.getEarnings, async ({ actor }) => {
    const filmmaker = await filmmakerOf(db, actor)
    return { data: filmmaker ? await earningsOf(db, filmmaker, clock.now()) : null }
  })

  serve(app, contract.listEarningClips, async ({ actor, query: { page } }) => {
    const filmmaker = await filmmakerOf(db, actor)
    return filmmaker ? earningClips(db, filmmaker.id, page) : { data: [], meta: pagination(1, 1, 0) }
  })
}
