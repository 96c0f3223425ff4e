import type { FastifyInstance } from 'fastify'

import { formatPersonName } from '#accounts/person-name.ts'
import { loadUser } from '#accounts/users.server.ts'
import { listWorkspaceOrders } from '#orders/order-list.server.ts'
import { requireOrderAccess } from '#orders/policy.ts'
import type { Trx } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { readDeviceId } from '#platform/http/device.server.ts'
import { refuse } from '#platform/http/refusal.ts'
import { serve } from '#platform/http/serve.server.ts'
import { submitTicket } from '#tickets/submit-ticket.server.ts'
import { roleLabels } from '#workspaces/roles.ts'
import { requireNonMember } from '#workspaces/terms.server.ts'
import { loadWorkspace } from '#workspaces/workspaces.server.ts'

import * as contract from './contract.ts'
import { canRequestRate, canSeeRates } from './policy.ts'
import { changeRate, endRate, createRate, getWorkspaceRate, listWorkspaceRates, type Rate } from './rates.server.ts'
import { toPreferredRate } from './show.server.ts'
import * as staff from './staff-contract.ts'
import { getStaffRate, listStaffRates } from './staff.server.ts'

export const ratesApi = (app: FastifyInstance, deps: Deps) => {
  const { db, clock, flags } = deps

  serve(app, contract.listRates, async ({ actor, request }) => {
    const now = clock.now()
    const rates = canSeeRates(actor.workspace_role) ? await listWorkspaceRates(db, actor.workspace_id, now) : []
    const visitor = { ...actor, device_id: readDeviceId(request) }
    return {
      data: rates.map(rate => toPreferredRate(rate, now)),
      meta: { is_offered: await flags.isOn('client-preferred-rates', visitor) },
    }
  })

  serve(app, contract.getRate, async ({ actor, params: { id } }) => {
    if (!canSeeRates(actor.workspace_role)) throw refuse(403, 'Your role in this workspace does not include its rates.')
    return { data: toPreferredRate(await getWorkspaceRate(db, actor.workspace_id, id), clock.now()) }
  })

  serve(app, contract.listRateOrders, async ({ actor, params, query }) => {
    requireOrderAccess(actor)
    const { id: rate_id } = await getWorkspaceRate(db, actor.workspace_id, params.id)
    return listWorkspaceOrders(db, { workspace_id: actor.workspace_id, now: clock.now(), page: query.page, rate_id })
  })

  serve(app, contract.requestRate, async ({ actor, body, reply }) => {
    if (!canRequestRate(actor.workspace_role))
      throw refuse(403, 'Only members who may buy for this workspace can request a rate. Please contact one of them.')
    const user = await loadUser(db, actor.user_id)
    const workspace = await loadWorkspace(db, actor.workspace_id, actor.workspace_role)
    const ticket = {
      kind: 'preferred_rate' as const,
      topic: 'preferred_rate',
      name: formatPersonName(user),
      email: user.email,
      message: body.message,
      details: {
        'End client': body.end_client,
        'Number of clips': body.clips,
        Workspace: `${workspace.name} (${workspace.id})`,
        Role: roleLabels[workspace.role],
      },
    }
    return { data: await submitTicket(deps, reply, ticket, actor) }
  })

  const toStaffActor = ({ user_id: staff_user_id }: { user_id: number }, reason: string) => ({
    staff_user_id,
    reason,
    now: clock.now(),
  })
  const writeRate = async (change: (trx: Trx) => Promise<Rate>) => {
    const { id } = await db.transaction().execute(change)
    return { data: await getStaffRate(db, id, clock.now()) }
  }
  /** Prevents staff from changing rates of their own workspace. */
  const assertNotOwnWorkspace = async (trx: Trx, { user_id }: { user_id: number }, id: number) => {
    const { workspace } = await getStaffRate(trx, id, clock.now())
    await requireNonMember(trx, user_id, workspace.id)
  }

  serve(app, staff.listStaffRates, ({ query }) => listStaffRates(db, query, clock.now()))

  serve(app, staff.createStaffRate, ({ actor, body: { workspace_id, rate, reason } }) =>
    writeRate(async trx => {
      await requireNonMember(trx, actor.user_id, workspace_id)
      return createRate(trx, workspace_id, rate, toStaffActor(actor, reason))
    }),
  )

  serve(app, staff.changeStaffRate, ({ actor, params: { id }, body: { rate, reason } }) =>
    writeRate(async trx => {
      await assertNotOwnWorkspace(trx, actor, id)
      return changeRate(trx, id, rate, toStaffActor(actor, reason))
    }),
  )

  serve(app, staff.endStaffRate, ({ actor, params: { id }, body: { reason } }) =>
    writeRate(async trx => {
      await assertNotOwnWorkspace(trx, actor, id)
      return endRate(trx, id, toStaffActor(actor, reason))
    }),
  )
}
