import type { FastifyInstance } from 'fastify'

import { changeClips, editClip } from '#catalog/edit.server.ts'
import { moveClips } from '#catalog/review.server.ts'
import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/serve.server.ts'

import { clipUses } from './clip-uses.server.ts'
import { choices, clipFor, clipsFor } from './clips.server.ts'
import * as contract from './contract.ts'
import { keywordsApi } from './keywords-api.server.ts'

export const catalogRoomApi = (app: FastifyInstance, deps: Pick<Deps, 'db' | 'clock' | 'jobs'>) => {
  const { db, clock } = deps
  keywordsApi(app, deps)
  const by = ({ user_id: staff_user_id }: { user_id: number }, reason = '') => ({
    staff_user_id,
    reason,
    now: clock.now(),
  })

  serve(app, contract.listStaffClips, ({ query }) => clipsFor(db, query))

  serve(app, contract.getStaffClip, async ({ params: { id } }) => ({ data: await clipFor(db, id) }))

  serve(app, contract.getClipUses, async ({ query }) => ({ data: await clipUses(db, query, clock.now()) }))

  serve(app, contract.getCatalogChoices, async () => ({ data: await choices(db) }))

  serve(app, contract.moveStaffClips, async ({ actor, body: { reason, ...wish } }) => ({
    data: await db.transaction().execute(trx => moveClips(trx, wish, by(actor, reason))),
  }))

  serve(app, contract.editStaffClip, async ({ actor, params: { id }, body }) => {
    await db.transaction().execute(trx => editClip(trx, id, body, by(actor)))
    return { data: await clipFor(db, id) }
  })

  serve(app, contract.changeStaffClips, async ({ actor, body: { clip_ids, ...change } }) => ({
    data: { changed: await db.transaction().execute(trx => changeClips(trx, clip_ids, change, by(actor))) },
  }))
}
