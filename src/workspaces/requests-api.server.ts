import type { FastifyInstance, FastifyReply } from 'fastify'

import { formatPersonName } from '#accounts/person-name.ts'
import { loadUser } from '#accounts/users.server.ts'
import type { Member } from '#platform/actor.ts'
import type { Deps } from '#platform/deps.ts'
import { refuse } from '#platform/http/refusal.ts'
import { serve } from '#platform/http/serve.server.ts'
import type { TicketKind } from '#tickets/kinds.ts'
import { submitTicket } from '#tickets/submit-ticket.server.ts'

import { canChangeBilling } from './policy.ts'
import * as contract from './requests-contract.ts'
import { billingTopics, enterpriseTopics, supportTopics, type RequestTopics } from './requests.ts'
import { roleLabels } from './roles.ts'
import { loadWorkspace } from './workspaces.server.ts'

type WorkspaceRequestInput = { actor: Member; body: contract.RequestBody; reply: FastifyReply }
type WorkspaceRequestKind = { kind: TicketKind; topics: RequestTopics }

/** Requests of a workspace to staff become tickets with the workspace's name. */
export const requestsApi = (app: FastifyInstance, deps: Deps) => {
  const submitRequest = async (
    { actor, body, reply }: WorkspaceRequestInput,
    { kind, topics }: WorkspaceRequestKind,
  ) => {
    const user = await loadUser(deps.db, actor.user_id)
    const workspace = await loadWorkspace(deps.db, actor.workspace_id, actor.workspace_role)
    const ticket = {
      kind,
      topic: body.topic,
      name: formatPersonName(user),
      email: user.email,
      message: body.message,
      details: {
        Topic: topics[body.topic] ?? body.topic,
        Workspace: `${workspace.name} (${workspace.id})`,
        Role: roleLabels[workspace.role],
      },
    }
    return { data: await submitTicket(deps, reply, ticket, actor) }
  }

  const requireManager = ({ workspace_role }: Member) => {
    if (!canChangeBilling(workspace_role))
      throw refuse(403, 'Only owners and admins can send this request. Please ask one of them.')
  }

  serve(app, contract.requestSupport, request =>
    submitRequest(request, { kind: 'workspace_support', topics: supportTopics }),
  )

  serve(app, contract.requestEnterprise, request => {
    requireManager(request.actor)
    return submitRequest(request, { kind: 'enterprise', topics: enterpriseTopics })
  })

  serve(app, contract.requestBillingChange, request => {
    requireManager(request.actor)
    return submitRequest(request, { kind: 'billing_change', topics: billingTopics })
  })
}
