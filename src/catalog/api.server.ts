import type { FastifyInstance } from 'fastify'

import type { Deps } from '#platform/deps.ts'
import { refuse } from '#platform/http/refusal.ts'
import { RawJsonResponse, serve } from '#platform/http/serve.server.ts'
import { createSignedUrl } from '#platform/storage/files.server.ts'
import { canSeeUnreleased } from '#workspaces/policy.ts'

import { loadClipDetailJson } from './clip-detail.server.ts'
import { collectionsApi } from './collections-api.server.ts'
import { downloadComp } from './comp-contract.ts'
import { issueComp } from './comps.server.ts'
import { getClip } from './contract.ts'
import { impressionsApi } from './impressions/api.server.ts'
import { listUnreleased } from './unreleased-contract.ts'
import { loadUnreleasedShoots } from './unreleased.server.ts'

const compsApi = (app: FastifyInstance, deps: Deps) => {
  serve(app, downloadComp, async ({ actor, params, body }) => {
    const { storage_key, name } = await issueComp(deps.db, params.id, actor.user_id, body ?? {})
    return { data: { url: createSignedUrl(deps, storage_key, deps.settings.fileName(name)) } }
  })
}

export const catalogApi = (app: FastifyInstance, deps: Deps) => {
  const { db } = deps

  serve(app, getClip, async ({ params }) => toReadyResponse(await loadClipDetailJson(db, params.id), 'clip'))

  serve(app, listUnreleased, async ({ actor }) => {
    if (!canSeeUnreleased(actor.platform_roles)) throw refuse.missing()
    return { data: await loadUnreleasedShoots(db) }
  })

  collectionsApi(app, deps)
  impressionsApi(app, deps)
  compsApi(app, deps)
}

const toReadyResponse = (json: string | undefined, resource: string) => {
  if (json === undefined) throw refuse.missing(resource)
  return new RawJsonResponse(`{"data":${json},"meta":{}}`)
}
