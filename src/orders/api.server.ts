import type { FastifyInstance } from 'fastify'

import type { Member } from '#platform/actor.ts'
import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/http/serve.server.ts'
import { canDownload } from '#workspaces/policy.ts'

import * as contract from './contract.ts'
import { loadOrderDetail } from './order-detail.server.ts'
import { listWorkspaceOrders } from './order-list.server.ts'
import { requireOrderAccess } from './policy.ts'
import { assignProject } from './projects.server.ts'
import { consentToDelivery } from './withdrawal.server.ts'

export const ordersApi = (app: FastifyInstance, deps: Deps) => {
  const { db, clock, settings } = deps
  const loadResponse = async ({ workspace_id, workspace_role }: Member, id: string) => {
    const order = await loadOrderDetail(db, workspace_id, id, { now: clock.now(), shop: settings.company().name })
    return { data: { ...order, can_download: canDownload(workspace_role) } }
  }

  serve(app, contract.listOrders, ({ actor, query }) => {
    requireOrderAccess(actor)
    return listWorkspaceOrders(db, {
      workspace_id: actor.workspace_id,
      now: clock.now(),
      page: query.page,
      sort: query.sort,
      type: query['filter[type]'],
      search: { query: query['search[query]'] ?? '', field: query['search[field]'] },
    })
  })

  serve(app, contract.getOrder, async ({ actor, params }) => {
    requireOrderAccess(actor)
    return loadResponse(actor, params.id)
  })

  serve(app, contract.consentToDelivery, async ({ actor, params }) => {
    requireOrderAccess(actor)
    const { workspace_id, user_id } = actor
    await consentToDelivery(deps, { workspace_id, user_id, number: params.id }, clock.now())
    return loadResponse(actor, params.id)
  })

  serve(app, contract.putProjectDetails, async ({ actor, params, body }) => {
    requireOrderAccess(actor)
    const { order_item_ids, ...details } = body
    const { workspace_id, user_id } = actor
    const target = { workspace_id, universal_invoice_number: params.id, order_item_ids }
    const assignment = { ...target, details, user_id, now: clock.now() }
    await db.transaction().execute(trx => assignProject(trx, assignment))
    return loadResponse(actor, params.id)
  })
}
