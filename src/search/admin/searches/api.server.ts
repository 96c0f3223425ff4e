import type { FastifyInstance } from 'fastify'

import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/http/serve.server.ts'

import { loadPictureSupport } from '../../meaning/embed-pictures.server.ts'
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
    const pictures = await loadPictureSupport(db, config.embeddings)
    const { with_pictures } = await db
      .selectFrom('clip_picture_embeddings')
      .where('model', '=', model)
      .where('still', '=', 0)
      .select(({ fn }) => fn.countAll<number>().as('with_pictures'))
      .executeTakeFirstOrThrow()
    return {
      model,
      clips: Number(clips),
      pictures: pictures?.dialect ? Number(with_pictures) : null,
      problem: getMeaningProblem() ?? (pictures?.problem || null),
    }
  }

  serve(app, contract.listSearches, async ({ query }) => {
    const { data, meta } = await listSearches(db, query, clock.now())
    return { data, meta: { ...meta, meaning: await loadMeaning() } }
  })
}
