import type { FastifyInstance } from 'fastify'

import { sendSessionCookie } from '#accounts/session.server.ts'
import { userOf } from '#accounts/users.server.ts'
import type { Member } from '#platform/actor.ts'
import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/serve.server.ts'

import { approvalsApi } from './approvals/api.server.ts'
import { bannerRoomApi } from './banners/api.server.ts'
import { actAs, changeAffiliations, resetTwoStep, setRoles, suspend } from './care.server.ts'
import { catalogRoomApi } from './catalog/api.server.ts'
import { collectionRoomApi } from './collections/api.server.ts'
import * as contract from './contract.ts'
import { couponRoomApi } from './coupons/api.server.ts'
import { editfestsApi } from './editfests-api.server.ts'
import { filmmakerRoomApi } from './filmmakers/api.server.ts'
import { payoutRoomApi } from './filmmakers/payouts-api.server.ts'
import { findApi } from './find/api.server.ts'
import { flagsApi } from './flags-api.server.ts'
import { inboxApi } from './inbox/api.server.ts'
import { jobsRoomApi } from './jobs/api.server.ts'
import { staffLogApi } from './log/api.server.ts'
import { staffOrdersApi } from './orders/api.server.ts'
import { peopleOf, personOf } from './people.server.ts'
import { priceRoomApi } from './prices/api.server.ts'
import { quoteRoomApi } from './quotes/api.server.ts'
import { rateRoomApi } from './rates/api.server.ts'
import { searchRoomApi } from './searches/api.server.ts'
import { securityLogApi } from './security/api.server.ts'
import { synonymRoomApi } from './synonyms/api.server.ts'
import { staffWorkspacesApi } from './workspaces/api.server.ts'

export const adminApi = (app: FastifyInstance, deps: Deps) => {
  const { db, clock } = deps
  findApi(app, deps)
  approvalsApi(app, deps)
  flagsApi(app, deps)
  editfestsApi(app, deps)
  bannerRoomApi(app, deps)
  inboxApi(app, deps)
  staffOrdersApi(app, deps)
  staffLogApi(app, deps)
  jobsRoomApi(app, deps)
  securityLogApi(app, deps)
  quoteRoomApi(app, deps)
  priceRoomApi(app, deps)
  catalogRoomApi(app, deps)
  collectionRoomApi(app, deps)
  searchRoomApi(app, deps)
  synonymRoomApi(app, deps)
  couponRoomApi(app, deps)
  filmmakerRoomApi(app, deps)
  payoutRoomApi(app, deps)
  rateRoomApi(app, deps)
  staffWorkspacesApi(app, deps)

  const setSuspended = async (actor: Member, wish: { user_id: number; reason: string; suspended: boolean }) => {
    await db.transaction().execute(trx => suspend(trx, actor, { ...wish, now: clock.now() }))
    return { data: await personOf(deps, wish.user_id, actor) }
  }

  serve(app, contract.listPeople, ({ query }) => peopleOf(db, query))

  serve(app, contract.getPerson, async ({ actor, params: { id } }) => ({ data: await personOf(deps, id, actor) }))

  serve(app, contract.suspendPerson, ({ actor, params: { id: user_id }, body: { reason } }) =>
    setSuspended(actor, { user_id, reason, suspended: true }),
  )

  serve(app, contract.unsuspendPerson, ({ actor, params: { id: user_id }, body: { reason } }) =>
    setSuspended(actor, { user_id, reason, suspended: false }),
  )

  serve(app, contract.changeRoles, async ({ actor, params: { id: user_id }, body }) => {
    await db.transaction().execute(trx => setRoles(trx, actor, { ...body, user_id, now: clock.now() }))
    return { data: await personOf(deps, user_id, actor) }
  })

  serve(app, contract.changeAffiliations, async ({ actor, params: { id: user_id }, body }) => {
    await db.transaction().execute(trx => changeAffiliations(trx, actor, { ...body, user_id, now: clock.now() }))
    return { data: await personOf(deps, user_id, actor) }
  })

  const resets = [
    [contract.requestTwoStepReset, 'request'],
    [contract.approveTwoStepReset, 'approve'],
    [contract.withdrawTwoStepReset, 'withdraw'],
  ] as const
  for (const [endpoint, step] of resets)
    serve(app, endpoint, async ({ actor, params: { id: user_id }, body: { reason } }) => {
      await db.transaction().execute(trx => resetTwoStep(trx, actor, { step, user_id, reason, now: clock.now() }))
      return { data: await personOf(deps, user_id, actor) }
    })

  serve(app, contract.masqueradeAs, async ({ actor, params: { id: user_id }, body, reply }) => {
    const { token, remember, expires_at } = await db
      .transaction()
      .execute(trx => actAs(trx, actor, { ...body, user_id, now: clock.now() }))
    sendSessionCookie(reply, deps, token, remember)
    const { username: client_username } = await userOf(db, user_id)
    return { data: { client_username, expires_at: expires_at.toISOString() } }
  })
}
