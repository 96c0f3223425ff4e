import type { FastifyInstance } from 'fastify'

import type { Deps } from '#platform/deps.ts'
import { toPagination } from '#platform/http/lists.ts'
import { serve } from '#platform/http/serve.server.ts'

import { getAudience, listEarningClips } from './audience.server.ts'
import * as contract from './contract.ts'
import { payoutsApi } from './payouts-api.server.ts'
import { findFilmmaker } from './people.server.ts'
import { getEarnings } from './show.server.ts'

export const earningsApi = (app: FastifyInstance, deps: Deps) => {
  const { db, clock } = deps
  payoutsApi(app, deps)

  serve(app, contract.getEarnings, async ({ actor }) => {
    const filmmaker = await findFilmmaker(db, actor)
    return { data: filmmaker ? await getEarnings(db, filmmaker, clock.now()) : null }
  })

  serve(app, contract.listEarningClips, async ({ actor, query: { range = '30d', sort = 'earned', ...query } }) => {
    const filmmaker = await findFilmmaker(db, actor)
    if (!filmmaker) return { data: [], meta: toPagination(1, 1, 0) }
    return listEarningClips(db, { filmmaker_id: filmmaker.id, range, sort, ...query }, clock.now())
  })

  serve(app, contract.getAudience, async ({ actor, query: { range = '30d' } }) => {
    const filmmaker = await findFilmmaker(db, actor)
    return { data: filmmaker ? await getAudience(db, filmmaker.id, range, clock.now()) : null }
  })
}
