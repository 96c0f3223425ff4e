import type { FastifyInstance } from 'fastify'

import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/http/serve.server.ts'

import { loadCurrentBanner, recordBannerSeen } from './banners.server.ts'
import * as contract from './contract.ts'

export const notificationsApi = (app: FastifyInstance, { db, clock }: Deps) => {
  serve(app, contract.getFeatureBanner, async ({ actor: { user_id } }) => ({
    data: await loadCurrentBanner(db, user_id, clock.now()),
  }))

  serve(app, contract.readFeatureBanner, async ({ actor: { user_id }, query: { id } }) => {
    await recordBannerSeen(db, { user_id, id, now: clock.now() })
    return { data: null }
  })

  serve(app, contract.dismissFeatureBanner, async ({ actor: { user_id }, query: { id } }) => {
    await recordBannerSeen(db, { user_id, id, now: clock.now(), dismissed: true })
    return { data: null }
  })
}
