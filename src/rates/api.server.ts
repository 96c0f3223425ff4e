import type { FastifyInstance } from 'fastify'

import { personName } from '#accounts/person-name.ts'
import { userOf } from '#accounts/users.server.ts'
import type { Trx } from '#platform/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { knownDevice } from '#platform/device.server.ts'
import { refuse } from '#platform/refusal.ts'
import { serve } from '#platform/serve.server.ts'
import { takeTicket } from '#tickets/take-ticket.server.ts'
import { roleLabels } from '#workspaces/roles.ts'
import { needDistance } from '#workspaces/terms.server.ts'
import { workspaceOf } from '#workspaces/workspaces.server.ts'

import * as contract from './contract.ts'
import { canRequestRate, canSeeRates } from './policy.ts'
import { changeRate, endRate, makeRate, rateOf, ratesOf, type Rate } from './rates.server.ts'
import { shownRate } from './show.server.ts'
import * as staff from './staff-contract.ts'
import { staffRate, staffRates } from './staff.server.ts'

export const ratesApi = (app: FastifyInstance, deps: Deps) => {
  const { db, clock, flags } = deps

  serve(app, contract.listRates, async ({ actor, request }) => {
    const now = clock.now()
    const rates = canSeeRates(actor.workspace_role) ? await ratesOf(db, actor.workspace_id, now) : []
    const visitor = { ...actor, device_id: knownDevice(request) }
    return {
      data: rates.map(rate => shownRate(rate, now)),
      meta: { is_offered: await flags.isOn('client-preferred-rates', visitor) },
    }
  })

  serve(app, contract.getRate, async ({ actor, params: { id } }) => {
    if (!canSeeRates(actor.workspace_role)) throw refuse(403, 'Your role in this workspace does not include its rates.')
    return { data: shownRate(await rateOf(db, actor.workspace_id, id), clock.now()) }
  })

  serve(app, contract.requestRate, async ({ actor, body, reply }) => {
    if (!canRequestRate(actor.workspace_role))
      throw refuse(403, 'Only those who buy for this workspace can ask for a rate. Please reach out to one of them.')
    const user = await userOf(db, actor.user_id)
    const workspace = await workspaceOf(db, actor.workspace_id, actor.workspace_role)
    const ticket = {
      kind: 'preferred_rate' as const,
      topic: 'preferred_rate',
      name: personName(user),
      email: user.email,
      message: body.message,
      details: {
        'End client': body.end_client,
        'Number of clips': body.clips,
        Workspace: `${workspace.name} (${workspace.id})`,
        Role: roleLabels[workspace.role],
      },
    }
    return { data: await takeTicket(deps, reply, ticket, actor) }
  })

  const by = ({ user_id: staff_user_id }: { user_id: number }, reason: string) => ({
    staff_user_id,
    reason,
    now: clock.now(),
  })
  const written = async (verb: (trx: Trx) => Promise<Rate>) => {
    const { id } = await db.transaction().execute(verb)
    return { data: await staffRate(db, id, clock.now()) }
  }
  /** Nobody of us makes or changes what they buy under themselves. */
  const needForeign = async (trx: Trx, { user_id }: { user_id: number }, id: number) => {
    const { workspace } = await staffRate(trx, id, clock.now())
    await needDistance(trx, user_id, workspace.id)
  }

  serve(app, staff.listStaffRates, ({ query }) => staffRates(db, query, clock.now()))

  serve(app, staff.makeStaffRate, ({ actor, body: { workspace_id, rate, reason } }) =>
    written(async trx => {
      await needDistance(trx, actor.user_id, workspace_id)
      return makeRate(trx, workspace_id, rate, by(actor, reason))
    }),
  )

  serve(app, staff.changeStaffRate, ({ actor, params: { id }, body: { rate, reason } }) =>
    written(async trx => {
      await needForeign(trx, actor, id)
      return changeRate(trx, id, rate, by(actor, reason))
    }),
  )

  serve(app, staff.endStaffRate, ({ actor, params: { id }, body: { reason } }) =>
    written(async trx => {
      await needForeign(trx, actor, id)
      return endRate(trx, id, by(actor, reason))
    }),
  )
}
