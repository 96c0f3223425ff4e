import type { FastifyInstance } from 'fastify'

import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/serve.server.ts'

import { offerClips } from './clips.server.ts'
import * as contract from './contract.ts'

export const quoteRoomApi = (app: FastifyInstance, { db }: Pick<Deps, 'db'>) => {
  serve(app, contract.findOfferClips, async ({ query }) => ({ data: await offerClips(db, query) }))
}
