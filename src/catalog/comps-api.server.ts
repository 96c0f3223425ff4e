import type { FastifyInstance } from 'fastify'

import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/http/serve.server.ts'
import { createSignedUrl } from '#platform/storage/files.server.ts'

import { downloadComp } from './comp-contract.ts'
import { issueComp } from './comps.server.ts'

export const compsApi = (app: FastifyInstance, deps: Deps) => {
  serve(app, downloadComp, async ({ actor, params }) => {
    const { storage_key, name } = await issueComp(deps.db, params.id, actor.user_id)
    return { data: { url: createSignedUrl(deps, storage_key, name) } }
  })
}
