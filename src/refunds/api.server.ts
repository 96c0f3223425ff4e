import type { FastifyInstance } from 'fastify'

import { loadOrderDetail } from '#orders/order-detail.server.ts'
import { requireOrderAccess } from '#orders/policy.ts'
import { openGateway } from '#payments/gateway.server.ts'
import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/http/serve.server.ts'
import { canDownload } from '#workspaces/policy.ts'

import * as contract from './contract.ts'
import { withdrawFromOrder } from './withdraw.server.ts'

export const refundsApi = (app: FastifyInstance, deps: Deps) => {
  const { db, clock, settings, config } = deps
  const gateway = openGateway(config)

  serve(app, contract.withdrawOrder, async ({ actor, params: { id: number } }) => {
    requireOrderAccess(actor)
    const { workspace_id, workspace_role, user_id } = actor
    await withdrawFromOrder(deps, gateway, { workspace_id, user_id, number })
    const order = await loadOrderDetail(db, workspace_id, number, { now: clock.now(), shop: settings.company().name })
    return { data: { ...order, can_download: canDownload(workspace_role) } }
  })
}
