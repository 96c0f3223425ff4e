import type { FastifyInstance } from 'fastify'

import type { Member } from '#platform/actor.ts'
import { toPgBossDb } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/http/serve.server.ts'

import {
  createFilmmaker,
  createPortraitUpload,
  deleteFilmmaker,
  REINDEX_FILMMAKER_JOB,
  setPortrait,
  updateFilmmaker,
} from '../../edit-filmmakers.server.ts'
import * as contract from './contract.ts'
import { findDeletionObstacle, listFilmmakersForStaff, loadStaffFilmmaker } from './queries.server.ts'

export const adminFilmmakerEditingApi = (app: FastifyInstance, deps: Deps) => {
  const { db, clock, jobs } = deps
  const toActor = ({ user_id: staff_user_id }: Member) => ({
    staff_user_id,
    reason: '',
    now: clock.now(),
  })
  const viewerOf = ({ platform_roles: roles }: Member) => ({ roles, now: clock.now() })
  const loadResponse = async (id: number, actor: Member) => ({
    data: await loadStaffFilmmaker(db, id, viewerOf(actor)),
  })

  serve(app, contract.listStaffFilmmakers, ({ actor, query }) => listFilmmakersForStaff(db, query, viewerOf(actor)))

  serve(app, contract.getStaffFilmmaker, ({ actor, params: { id } }) => loadResponse(id, actor))

  serve(app, contract.createStaffFilmmaker, async ({ actor, body }) => ({
    data: await db.transaction().execute(trx => createFilmmaker(trx, body, toActor(actor))),
  }))

  serve(app, contract.updateStaffFilmmaker, async ({ actor, params: { id }, body }) => {
    await db.transaction().execute(async trx => {
      // The job starts only if the transaction commits.
      if (await updateFilmmaker(trx, id, body, toActor(actor)))
        await jobs.send(REINDEX_FILMMAKER_JOB, { id }, { db: toPgBossDb(trx) })
    })
    return loadResponse(id, actor)
  })

  serve(app, contract.getPortraitUpload, async ({ actor: { user_id }, params: { id } }) => ({
    data: await createPortraitUpload(db, deps, { id, user_id, now: clock.now() }),
  }))

  serve(app, contract.savePortrait, async ({ actor, params: { id }, body: { avatar_public_id } }) => {
    await db.transaction().execute(trx => setPortrait(trx, deps, { id, avatar_public_id }, toActor(actor)))
    return loadResponse(id, actor)
  })

  serve(app, contract.deleteStaffFilmmaker, async ({ actor, params: { id } }) => {
    const findObstacle = (trx: Parameters<typeof findDeletionObstacle>[0]) => findDeletionObstacle(trx, id)
    await db.transaction().execute(trx => deleteFilmmaker(trx, deps, { id, findObstacle }, toActor(actor)))
    return { data: { deleted: id } }
  })
}
