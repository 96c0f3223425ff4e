import type { FastifyInstance } from 'fastify'

import type { Deps } from '#platform/deps.ts'
import { refuse } from '#platform/http/refusal.ts'
import { serve } from '#platform/http/serve.server.ts'

import { loadBilling, saveBilling } from './billing.server.ts'
import * as contract from './contract.ts'
import { listCountriesWithRegions } from './countries.server.ts'
import { abilitiesOf, canChangeBilling, canViewBilling } from './policy.ts'
import { setCurrentWorkspace, listVisibleMembers, loadWorkspace, listUserWorkspaces } from './workspaces.server.ts'

export const workspacesApi = (app: FastifyInstance, { db, settings }: Deps) => {
  serve(app, contract.getAbilities, ({ actor }) => ({ data: abilitiesOf(actor.workspace_role, actor.platform_roles) }))

  serve(app, contract.listWorkspaces, async ({ actor }) => ({ data: await listUserWorkspaces(db, actor.user_id) }))

  serve(app, contract.getCurrentWorkspace, async ({ actor }) => ({
    data: await loadWorkspace(db, actor.workspace_id, actor.workspace_role),
  }))

  serve(app, contract.switchWorkspace, async ({ actor, body }) => {
    await setCurrentWorkspace(db, actor.user_id, body.workspace)
    const workspace = (await listUserWorkspaces(db, actor.user_id)).find(({ id }) => id === body.workspace)
    if (!workspace) throw refuse.missing('workspace')
    return { data: workspace }
  })

  serve(app, contract.listWorkspaceUsers, async ({ actor }) => ({ data: await listVisibleMembers(db, actor) }))

  serve(app, contract.getWorkspaceBilling, async ({ actor }) => {
    if (!canViewBilling(actor.workspace_role))
      throw refuse(403, 'Your role in this workspace does not include billing.')
    return { data: await loadBilling(db, actor.workspace_id) }
  })

  serve(app, contract.saveWorkspaceBilling, async ({ actor, body }) => {
    if (!canChangeBilling(actor.workspace_role))
      throw refuse(403, 'Only owners and admins can change the billing information of this workspace.')
    await saveBilling(db, actor.workspace_id, body)
    return { data: await loadBilling(db, actor.workspace_id) }
  })

  serve(app, contract.listCountries, async () => ({
    data: await listCountriesWithRegions(db, settings.current().countries),
  }))
}
