import type { FastifyInstance } from 'fastify'

import type { Deps } from '#platform/deps.ts'
import { pagination } from '#platform/lists.ts'
import { serve } from '#platform/serve.server.ts'

import { audienceOf, earningClips } from './audience.server.ts'
import * as contract from './contract.ts'
import { payoutsApi } from './payouts-api.server.ts'
import { filmmakerOf } from './people.server.ts'
import { earningsOf } from './show.server.ts'

export const earningsApi = (app: FastifyInstance, deps: Deps) => {
  const { db, clock } = deps
  payoutsApi(app, deps)

  serve(app, contract.getEarnings, async ({ actor }) => {
    const filmmaker = await filmmakerOf(db, actor)
    return { data: filmmaker ? await earningsOf(db, filmmaker, clock.now()) : null }
  })

  serve(app, contract.listEarningClips, async ({ actor, query: { range = '30d', sort = 'earned', ...query } }) => {
    const filmmaker = await filmmakerOf(db, actor)
    if (!filmmaker) return { data: [], meta: pagination(1, 1, 0) }
    return earningClips(db, { filmmaker_id: filmmaker.id, range, sort, ...query }, clock.now())
  })

  serve(app, contract.getAudience, async ({ actor, query: { range = '30d' } }) => {
    const filmmaker = await filmmakerOf(db, actor)
    return { data: filmmaker ? await audienceOf(db, filmmaker.id, range, clock.now()) : null }
  })
}
