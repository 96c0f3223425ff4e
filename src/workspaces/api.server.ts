import type { FastifyInstance } from 'fastify'

import type { Deps } from '#platform/deps.ts'
import { refuse } from '#platform/refusal.ts'
import { serve } from '#platform/serve.server.ts'

import { billingOf, saveBilling } from './billing.server.ts'
import * as contract from './contract.ts'
import { countriesWithRegions } from './countries.server.ts'
import { abilitiesOf, canChangeBilling, canViewBilling } from './policy.ts'
import { chooseWorkspace, usersOf, workspaceOf, workspacesOf } from './workspaces.server.ts'

export const workspacesApi = (app: FastifyInstance, { db }: Deps) => {
  serve(app, contract.getAbilities, ({ actor }) => ({ data: abilitiesOf(actor.workspace_role, actor.platform_roles) }))

  serve(app, contract.listWorkspaces, async ({ actor }) => ({ data: await workspacesOf(db, actor.user_id) }))

  serve(app, contract.getCurrentWorkspace, async ({ actor }) => ({
    data: await workspaceOf(db, actor.workspace_id, actor.workspace_role),
  }))

  serve(app, contract.switchWorkspace, async ({ actor, body }) => {
    await chooseWorkspace(db, actor.user_id, body.workspace)
    const chosen = (await workspacesOf(db, actor.user_id)).find(({ id }) => id === body.workspace)
    if (!chosen) throw refuse.missing('workspace')
    return { data: chosen }
  })

  serve(app, contract.listWorkspaceUsers, async ({ actor }) => ({ data: await usersOf(db, actor) }))

  serve(app, contract.getWorkspaceBilling, async ({ actor }) => {
    if (!canViewBilling(actor.workspace_role))
      throw refuse(403, 'Your role in this workspace does not include billing.')
    return { data: await billingOf(db, actor.workspace_id) }
  })

  serve(app, contract.saveWorkspaceBilling, async ({ actor, body }) => {
    if (!canChangeBilling(actor.workspace_role))
      throw refuse(403, 'Only owners and admins can change the billing information of this workspace.')
    await saveBilling(db, actor.workspace_id, body)
    return { data: await billingOf(db, actor.workspace_id) }
  })

  serve(app, contract.listCountries, async ({ reply }) => {
    void reply.header('cache-control', 'public, max-age=3600')
    return { data: await countriesWithRegions(db) }
  })
}
