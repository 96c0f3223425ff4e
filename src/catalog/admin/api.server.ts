import type { FastifyInstance } from 'fastify'

import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/http/serve.server.ts'
import { queueTermCount } from '#search/search-terms.server.ts'

import { updateClips, editClip } from '../edit-clips.server.ts'
import { changeClipStatus } from '../review.server.ts'
import { findClipUses } from './clip-uses.server.ts'
import { loadCatalogChoices, loadStaffClip, listClipsForStaff } from './clips.server.ts'
import * as contract from './contract.ts'
import { keywordsApi } from './keywords-api.server.ts'

export const adminCatalogApi = (app: FastifyInstance, deps: Pick<Deps, 'db' | 'clock' | 'jobs'>) => {
  const { db, clock } = deps
  keywordsApi(app, deps)
  const toActor = ({ user_id: staff_user_id }: { user_id: number }, reason = '') => ({
    staff_user_id,
    reason,
    now: clock.now(),
  })

  serve(app, contract.listStaffClips, ({ query }) => listClipsForStaff(db, query))

  serve(app, contract.getStaffClip, async ({ params: { id } }) => ({ data: await loadStaffClip(db, id, clock.now()) }))

  serve(app, contract.getClipUses, async ({ query }) => ({ data: await findClipUses(db, query, clock.now()) }))

  serve(app, contract.getCatalogChoices, async () => ({ data: await loadCatalogChoices(db) }))

  serve(app, contract.changeClipStatuses, async ({ actor, body: { reason, ...change } }) => {
    const data = await db.transaction().execute(async trx => {
      const changed = await changeClipStatus(trx, change, toActor(actor, reason))
      if (changed.moved.length > 0) await queueTermCount(deps, trx)
      return changed
    })
    return { data }
  })

  serve(app, contract.editStaffClip, async ({ actor, params: { id }, body }) => {
    await db.transaction().execute(trx => editClip(trx, id, body, toActor(actor)))
    return { data: await loadStaffClip(db, id, clock.now()) }
  })

  serve(app, contract.changeStaffClips, async ({ actor, body: { clip_ids, ...change } }) => ({
    data: { changed: await db.transaction().execute(trx => updateClips(trx, clip_ids, change, toActor(actor))) },
  }))
}
