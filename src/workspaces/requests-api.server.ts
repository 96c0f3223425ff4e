import type { FastifyInstance, FastifyReply } from 'fastify'

import { personName } from '#accounts/person-name.ts'
import { userOf } from '#accounts/users.server.ts'
import type { Member } from '#platform/actor.ts'
import type { Deps } from '#platform/deps.ts'
import { refuse } from '#platform/refusal.ts'
import { serve } from '#platform/serve.server.ts'
import type { TicketKind } from '#tickets/kinds.ts'
import { takeTicket } from '#tickets/take-ticket.server.ts'

import { canChangeBilling } from './policy.ts'
import * as contract from './requests-contract.ts'
import { billingTopics, enterpriseTopics, supportTopics, type RequestTopics } from './requests.ts'
import { roleLabels } from './roles.ts'
import { workspaceOf } from './workspaces.server.ts'

type Asked = { actor: Member; body: contract.RequestBody; reply: FastifyReply }
type Sort = { kind: TicketKind; topics: RequestTopics }

/** What a workspace asks our people becomes a ticket that says whose it is. */
export const requestsApi = (app: FastifyInstance, deps: Deps) => {
  const take = async ({ actor, body, reply }: Asked, { kind, topics }: Sort) => {
    const user = await userOf(deps.db, actor.user_id)
    const workspace = await workspaceOf(deps.db, actor.workspace_id, actor.workspace_role)
    const ticket = {
      kind,
      topic: body.topic,
      name: personName(user),
      email: user.email,
      message: body.message,
      details: {
        Topic: topics[body.topic] ?? body.topic,
        Workspace: `${workspace.name} (${workspace.id})`,
        Role: roleLabels[workspace.role],
      },
    }
    return { data: await takeTicket(deps, reply, ticket, actor) }
  }

  const onlyManagers = ({ workspace_role }: Member) => {
    if (!canChangeBilling(workspace_role))
      throw refuse(403, 'Only owners and admins can ask for this. Please reach out to one of them.')
  }

  serve(app, contract.requestSupport, asked => take(asked, { kind: 'workspace_support', topics: supportTopics }))

  serve(app, contract.requestEnterprise, asked => {
    onlyManagers(asked.actor)
    return take(asked, { kind: 'enterprise', topics: enterpriseTopics })
  })

  serve(app, contract.requestBillingChange, asked => {
    onlyManagers(asked.actor)
    return take(asked, { kind: 'billing_change', topics: billingTopics })
  })
}
