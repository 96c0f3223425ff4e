import type { FastifyInstance } from 'fastify'

import type { Trx } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/http/serve.server.ts'

import {
  createBannerUpload,
  changeBanner,
  deleteBanner,
  endBanner,
  createBanner,
  startBanner,
  unplanBanner,
} from '../banner-admin.server.ts'
import * as contract from './contract.ts'
import { loadStaffBanner, listBanners } from './queries.server.ts'

const toDate = (text: string | null) => (text === null ? null : new Date(text))

export const adminBannersApi = (app: FastifyInstance, deps: Deps) => {
  const { db, clock } = deps
  const toActor = ({ user_id: staff_user_id }: { user_id: number }, reason = '') => ({
    staff_user_id,
    reason,
    now: clock.now(),
  })
  const loadResponse = async (id: number) => ({ data: await loadStaffBanner(db, id, clock.now()) })
  const runAndLoad = async (id: number, change: (trx: Trx) => Promise<void>) => {
    await db.transaction().execute(change)
    return loadResponse(id)
  }

  serve(app, contract.listStaffBanners, ({ query }) => listBanners(db, query, clock.now()))

  serve(app, contract.getStaffBanner, ({ params: { id } }) => loadResponse(id))

  serve(app, contract.getBannerUpload, ({ actor }) => ({ data: createBannerUpload(deps, actor.user_id, clock.now()) }))

  serve(app, contract.createStaffBanner, async ({ actor, body: { starts_at, ends_at, ...fields } }) => {
    const banner = { ...fields, starts_at: toDate(starts_at), ends_at: toDate(ends_at) }
    return loadResponse(await db.transaction().execute(trx => createBanner(trx, deps, banner, toActor(actor))))
  })

  serve(app, contract.changeStaffBanner, ({ actor, params: { id }, body: { starts_at, ends_at, ...fields } }) => {
    const start = starts_at === undefined ? {} : { starts_at: toDate(starts_at) }
    const change = { ...fields, ...start, ends_at: toDate(ends_at) }
    return runAndLoad(id, trx => changeBanner(trx, deps, id, change, toActor(actor)))
  })

  serve(app, contract.startStaffBanner, ({ actor, params: { id }, body: { version } }) =>
    runAndLoad(id, trx => startBanner(trx, id, version, toActor(actor))),
  )

  serve(app, contract.unplanStaffBanner, ({ actor, params: { id } }) =>
    runAndLoad(id, trx => unplanBanner(trx, id, toActor(actor))),
  )

  serve(app, contract.endStaffBanner, ({ actor, params: { id }, body: { reason } }) =>
    runAndLoad(id, trx => endBanner(trx, id, toActor(actor, reason))),
  )

  serve(app, contract.deleteStaffBanner, async ({ actor, params: { id } }) => {
    await db.transaction().execute(trx => deleteBanner(trx, id, toActor(actor)))
    return { data: null }
  })
}
