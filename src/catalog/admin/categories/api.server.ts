import type { FastifyInstance } from 'fastify'

import { toPgBossDb, type Trx } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/http/serve.server.ts'

import {
  createCategory,
  deleteCategory,
  mergeCategory,
  REINDEX_CATEGORY_JOB,
  reorderCategory,
  setCategoryCover,
  updateCategory,
} from '../../edit-categories.server.ts'
import * as contract from './contract.ts'
import { listCategoriesForStaff, loadStaffCategory } from './queries.server.ts'

export const adminCategoriesApi = (app: FastifyInstance, { db, clock, jobs }: Pick<Deps, 'db' | 'clock' | 'jobs'>) => {
  const toActor = ({ user_id: staff_user_id }: { user_id: number }) => ({
    staff_user_id,
    reason: '',
    now: clock.now(),
  })
  /** Queues the search update, which starts only if the transaction commits. */
  const queueSearchUpdate = (trx: Trx, id: number) => jobs.send(REINDEX_CATEGORY_JOB, { id }, { db: toPgBossDb(trx) })
  const loadResponse = async (id: number) => ({ data: await loadStaffCategory(db, id) })

  serve(app, contract.listStaffCategories, ({ query }) => listCategoriesForStaff(db, query))

  serve(app, contract.getStaffCategory, ({ params: { id } }) => loadResponse(id))

  serve(app, contract.createStaffCategory, async ({ actor, body }) =>
    loadResponse(await db.transaction().execute(trx => createCategory(trx, body, toActor(actor)))),
  )

  serve(app, contract.updateStaffCategory, async ({ actor, params: { id }, body }) => {
    await db.transaction().execute(async trx => {
      if (await updateCategory(trx, id, body, toActor(actor))) await queueSearchUpdate(trx, id)
    })
    return loadResponse(id)
  })

  serve(app, contract.setStaffCategoryCover, async ({ actor, params: { id }, body: { clip_id } }) => {
    await db.transaction().execute(trx => setCategoryCover(trx, id, clip_id, toActor(actor)))
    return loadResponse(id)
  })

  serve(app, contract.mergeStaffCategory, async ({ actor, params: { id }, body: { into_id } }) => {
    await db.transaction().execute(async trx => {
      await mergeCategory(trx, id, into_id, toActor(actor))
      await queueSearchUpdate(trx, into_id)
    })
    return loadResponse(into_id)
  })

  serve(app, contract.deleteStaffCategory, async ({ actor, params: { id } }) => {
    await db.transaction().execute(trx => deleteCategory(trx, id, toActor(actor)))
    return { data: { deleted: id } }
  })

  serve(app, contract.moveStaffCategory, async ({ actor, body: { category_id, before } }) => {
    await db.transaction().execute(trx => reorderCategory(trx, category_id, before, toActor(actor)))
    return loadResponse(category_id)
  })
}
