import type { FastifyInstance } from 'fastify'

import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/http/serve.server.ts'
import { canDownload } from '#workspaces/policy.ts'

import * as contract from './contract.ts'
import { loadOrderDetail } from './order-detail.server.ts'
import { listWorkspaceOrders } from './order-list.server.ts'
import { requireOrderAccess } from './policy.ts'
import { assignProject } from './projects.server.ts'

export const ordersApi = (app: FastifyInstance, { db, clock, settings }: Deps) => {
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
    const order = await loadOrderDetail(db, actor.workspace_id, params.id, {
      now: clock.now(),
      shop: settings.company().name,
    })
    return { data: { ...order, can_download: canDownload(actor.workspace_role) } }
  })

  serve(app, contract.putProjectDetails, async ({ actor, params, body }) => {
    requireOrderAccess(actor)
    const { order_item_ids, ...details } = body
    const { workspace_id } = actor
    const assignment = { workspace_id, universal_invoice_number: params.id, details, order_item_ids, now: clock.now() }
    await db.transaction().execute(trx => assignProject(trx, assignment))
    const order = await loadOrderDetail(db, workspace_id, params.id, {
      now: clock.now(),
      shop: settings.company().name,
    })
    return { data: { ...order, can_download: canDownload(actor.workspace_role) } }
  })
}
