import type { FastifyInstance } from 'fastify'

import { openGateway } from '#payments/gateway.server.ts'
import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/http/serve.server.ts'

import { decideApproval } from './approvals.server.ts'
import * as contract from './contract.ts'
import { listApprovals } from './list.server.ts'

export const approvalsApi = (app: FastifyInstance, deps: Deps) => {
  const { db, clock, config } = deps
  const gateway = openGateway(config)

  serve(app, contract.listApprovals, async ({ actor }) => ({ data: await listApprovals(db, actor, clock.now()) }))

  for (const [endpoint, isApproved] of [
    [contract.approve, true],
    [contract.reject, false],
  ] as const)
    serve(app, endpoint, async ({ actor, params: { id }, body: { reason } }) => {
      await decideApproval(deps, gateway, { id, decided_by: actor.user_id, isApproved, reason })
      return { data: await listApprovals(db, actor, clock.now()) }
    })
}
