import type { FastifyInstance } from 'fastify'

import type { Db } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { refuse } from '#platform/http/refusal.ts'
import { RawJsonResponse, serve } from '#platform/http/serve.server.ts'
import { createSignedUrl } from '#platform/storage/files.server.ts'
import { canSeeUnreleased } from '#workspaces/policy.ts'

import { toClipCard } from './card.server.ts'
import { loadClipRecords } from './clip-records.server.ts'
import { collectionsApi } from './collections-api.server.ts'
import { downloadComp } from './comp-contract.ts'
import { issueComp } from './comps.server.ts'
import { getClip } from './contract.ts'
import { impressionsApi } from './impressions/api.server.ts'
import { listUnreleased, type UnreleasedShoot } from './unreleased-contract.ts'

/** The most clips on one page. */
const MAX_CLIPS = 60

/** Returns clips in review, grouped by shoot, most recently updated first. */
const loadUnreleasedShoots = async (db: Db): Promise<UnreleasedShoot[]> => {
  const rows = await db
    .selectFrom('clips')
    .where('status', '=', 'in_review')
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_CLIPS)
    .select('id')
    .execute()
  const ids = rows.map(({ id }) => id)
  const records = new Map((await loadClipRecords(db, ids)).map(clip => [clip.id, clip]))
  const shoots = new Map<number, UnreleasedShoot>()
  for (const id of ids) {
    const clip = records.get(id)
    if (!clip) continue
    const shoot = shoots.get(clip.shoot.id) ?? { ...clip.shoot, filmmaker: clip.filmmaker.name, clips: [] }
    shoot.clips.push(toClipCard(clip))
    shoots.set(clip.shoot.id, shoot)
  }
  return [...shoots.values()]
}

/** Returns the JSON of a published clip’s detail, undefined for any other clip. */
const loadClipDetailJson = async (db: Db, id: number): Promise<string | undefined> =>
  (await db.selectFrom('clip_search').select('detail').where('clip_id', '=', id).executeTakeFirst())?.detail

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
