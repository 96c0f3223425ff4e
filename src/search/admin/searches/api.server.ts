import type { FastifyInstance } from 'fastify'

import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/http/serve.server.ts'

import { getMeaningProblem } from '../../meaning/meaning.server.ts'
import * as contract from './contract.ts'
import { listSearches } from './list.server.ts'

export const adminSearchesApi = (
  app: FastifyInstance,
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
) => {
  const loadMeaning = async () => {
    if (!config.embeddings) return null
    const { model } = config.embeddings
    const { clips } = await db
      .selectFrom('clip_embeddings')
      .where('model', '=', model)
      .select(({ fn }) => fn.countAll<number>().as('clips'))
      .executeTakeFirstOrThrow()
    return { model, clips: Number(clips), problem: getMeaningProblem() }
  }

  serve(app, contract.listSearches, async ({ query }) => {
    const { data, meta } = await listSearches(db, query, clock.now())
    return { data, meta: { ...meta, meaning: await loadMeaning() } }
  })
}
