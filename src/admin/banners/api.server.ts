import type { FastifyInstance } from 'fastify'

import {
  bannerUpload,
  changeBanner,
  deleteBanner,
  endBanner,
  makeBanner,
  startBanner,
  takeBannerBack,
} from '#notifications/banner-desk.server.ts'
import type { Trx } from '#platform/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/serve.server.ts'

import * as contract from './contract.ts'
import { bannerFacts, bannersFor } from './show.server.ts'

const momentOf = (text: string | null) => (text === null ? null : new Date(text))

export const bannerRoomApi = (app: FastifyInstance, deps: Deps) => {
  const { db, clock } = deps
  const by = ({ user_id: staff_user_id }: { user_id: number }, reason = '') => ({
    staff_user_id,
    reason,
    now: clock.now(),
  })
  const shown = async (id: number) => ({ data: await bannerFacts(db, id, clock.now()) })
  const done = async (id: number, act: (trx: Trx) => Promise<void>) => {
    await db.transaction().execute(act)
    return shown(id)
  }

  serve(app, contract.listStaffBanners, ({ query }) => bannersFor(db, query, clock.now()))

  serve(app, contract.getStaffBanner, ({ params: { id } }) => shown(id))

  serve(app, contract.getBannerUpload, ({ actor }) => ({ data: bannerUpload(deps, actor.user_id, clock.now()) }))

  serve(app, contract.makeStaffBanner, async ({ actor, body: { starts_at, ends_at, ...facts } }) => {
    const banner = { ...facts, starts_at: momentOf(starts_at), ends_at: momentOf(ends_at) }
    return shown(await db.transaction().execute(trx => makeBanner(trx, deps, banner, by(actor))))
  })

  serve(app, contract.changeStaffBanner, ({ actor, params: { id }, body: { starts_at, ends_at, ...facts } }) => {
    const from = starts_at === undefined ? {} : { starts_at: momentOf(starts_at) }
    const change = { ...facts, ...from, ends_at: momentOf(ends_at) }
    return done(id, trx => changeBanner(trx, deps, id, change, by(actor)))
  })

  serve(app, contract.startStaffBanner, ({ actor, params: { id }, body: { version } }) =>
    done(id, trx => startBanner(trx, id, version, by(actor))),
  )

  serve(app, contract.takeStaffBannerBack, ({ actor, params: { id } }) =>
    done(id, trx => takeBannerBack(trx, id, by(actor))),
  )

  serve(app, contract.endStaffBanner, ({ actor, params: { id }, body: { reason } }) =>
    done(id, trx => endBanner(trx, id, by(actor, reason))),
  )

  serve(app, contract.deleteStaffBanner, async ({ actor, params: { id } }) => {
    await db.transaction().execute(trx => deleteBanner(trx, id, by(actor)))
    return { data: null }
  })
}
