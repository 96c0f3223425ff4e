import type { FastifyInstance } from 'fastify'

import { accountingApi } from '#accounting/admin/api.server.ts'
import {
  startMasquerade,
  changeAffiliations,
  leaveStaff,
  resetTwoStep,
  setRoles,
  setPersonSuspended,
  unlockPerson,
} from '#accounts/admin/account-actions.server.ts'
import * as contract from '#accounts/admin/contract.ts'
import { listPeople, loadPerson } from '#accounts/admin/people.server.ts'
import { adminSecurityApi } from '#accounts/admin/security/api.server.ts'
import { setSessionCookie } from '#accounts/session.server.ts'
import { loadUser } from '#accounts/users.server.ts'
import { approvalsApi } from '#approvals/admin/api.server.ts'
import { adminCatalogApi } from '#catalog/admin/api.server.ts'
import { adminCategoriesApi } from '#catalog/admin/categories/api.server.ts'
import { adminCollectionsApi } from '#catalog/admin/collections/api.server.ts'
import { adminFilmmakerEditingApi } from '#catalog/admin/filmmakers/api.server.ts'
import { adminCheckoutApi } from '#checkout/admin/api.server.ts'
import { adminContentApi } from '#content/admin/api.server.ts'
import { adminCouponsApi } from '#coupons/admin/api.server.ts'
import { adminFilmmakersApi } from '#earnings/admin/api.server.ts'
import { adminPayoutsApi } from '#earnings/admin/payouts-api.server.ts'
import { adminTaxFormsApi } from '#earnings/admin/tax-forms-api.server.ts'
import { editfestsApi } from '#editfest/admin/api.server.ts'
import { adminLicensesApi } from '#licenses/admin/api.server.ts'
import { adminPricesApi } from '#licensing/admin/api.server.ts'
import { adminBannersApi } from '#notifications/admin/api.server.ts'
import { versionApi } from '#operations/admin/api.server.ts'
import { adminOrdersApi } from '#orders/admin/api.server.ts'
import type { Member } from '#platform/actor.ts'
import { staffAuditApi } from '#platform/admin/audit-log/api.server.ts'
import { flagsApi } from '#platform/admin/flags/api.server.ts'
import { adminJobsApi } from '#platform/admin/jobs/api.server.ts'
import { settingsApi } from '#platform/admin/settings/api.server.ts'
import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/http/serve.server.ts'
import { adminQuotesApi } from '#quotes/admin/api.server.ts'
import { adminRatesApi } from '#rates/admin/api.server.ts'
import { adminSearchesApi } from '#search/admin/searches/api.server.ts'
import { adminSynonymsApi } from '#search/admin/synonyms/api.server.ts'
import { adminTranslationsApi } from '#search/admin/translations/api.server.ts'
import { inboxApi } from '#tickets/admin/api.server.ts'
import { adminWorkspacesApi } from '#workspaces/admin/api.server.ts'

import { dashboardApi } from './dashboard/api.server.ts'
import { findApi } from './find/api.server.ts'

export const adminApi = (app: FastifyInstance, deps: Deps) => {
  const { db, clock } = deps
  dashboardApi(app, deps)
  findApi(app, deps)
  approvalsApi(app, deps)
  flagsApi(app, deps)
  settingsApi(app, deps)
  editfestsApi(app, deps)
  adminBannersApi(app, deps)
  adminContentApi(app, deps)
  inboxApi(app, deps)
  adminOrdersApi(app, deps)
  adminCheckoutApi(app, deps)
  staffAuditApi(app, deps)
  adminJobsApi(app, deps)
  versionApi(app, deps)
  adminSecurityApi(app, deps)
  adminQuotesApi(app, deps)
  adminPricesApi(app, deps)
  adminLicensesApi(app, deps)
  adminCatalogApi(app, deps)
  adminCollectionsApi(app, deps)
  adminCategoriesApi(app, deps)
  adminFilmmakerEditingApi(app, deps)
  adminSearchesApi(app, deps)
  adminSynonymsApi(app, deps)
  adminTranslationsApi(app, deps)
  adminCouponsApi(app, deps)
  adminFilmmakersApi(app, deps)
  adminPayoutsApi(app, deps)
  accountingApi(app, deps)
  adminTaxFormsApi(app, deps)
  adminRatesApi(app, deps)
  adminWorkspacesApi(app, deps)

  const setSuspended = async (actor: Member, input: { user_id: number; reason: string; suspended: boolean }) => {
    await db.transaction().execute(trx => setPersonSuspended(trx, actor, { ...input, now: clock.now() }))
    return { data: await loadPerson(deps, input.user_id, actor) }
  }

  serve(app, contract.listPeople, ({ query }) => listPeople(db, query))

  serve(app, contract.getPerson, async ({ actor, params: { id } }) => ({ data: await loadPerson(deps, id, actor) }))

  serve(app, contract.suspendPerson, ({ actor, params: { id: user_id }, body: { reason } }) =>
    setSuspended(actor, { user_id, reason, suspended: true }),
  )

  serve(app, contract.unsuspendPerson, ({ actor, params: { id: user_id }, body: { reason } }) =>
    setSuspended(actor, { user_id, reason, suspended: false }),
  )

  serve(app, contract.changeRoles, async ({ actor, params: { id: user_id }, body }) => {
    await db.transaction().execute(trx => setRoles(trx, actor, { ...body, user_id, now: clock.now() }))
    return { data: await loadPerson(deps, user_id, actor) }
  })

  serve(app, contract.changeAffiliations, async ({ actor, params: { id: user_id }, body }) => {
    await db.transaction().execute(trx => changeAffiliations(trx, actor, { ...body, user_id, now: clock.now() }))
    return { data: await loadPerson(deps, user_id, actor) }
  })

  serve(app, contract.leaveStaff, async ({ actor, body: { reason } }) => {
    await db.transaction().execute(trx => leaveStaff(trx, actor, { reason, now: clock.now() }))
    return { data: null }
  })

  serve(app, contract.unlockPerson, async ({ actor, params: { id: user_id }, body: { reason } }) => {
    await db.transaction().execute(trx => unlockPerson(trx, actor, { user_id, reason, now: clock.now() }))
    return { data: await loadPerson(deps, user_id, actor) }
  })

  const resets = [
    [contract.requestTwoStepReset, 'request'],
    [contract.approveTwoStepReset, 'approve'],
    [contract.withdrawTwoStepReset, 'withdraw'],
  ] as const
  for (const [endpoint, step] of resets)
    serve(app, endpoint, async ({ actor, params: { id: user_id }, body: { reason } }) => {
      await db.transaction().execute(trx => resetTwoStep(trx, actor, { step, user_id, reason, now: clock.now() }))
      return { data: await loadPerson(deps, user_id, actor) }
    })

  serve(app, contract.masqueradeAs, async ({ actor, params: { id: user_id }, body, reply }) => {
    const { token, remember, expires_at } = await db
      .transaction()
      .execute(trx => startMasquerade(trx, actor, { ...body, user_id, now: clock.now() }))
    setSessionCookie(reply, deps, token, remember)
    const { username: client_username } = await loadUser(db, user_id)
    return { data: { client_username, expires_at: expires_at.toISOString() } }
  })
}
