import type { FastifyInstance } from 'fastify'

import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/serve.server.ts'
import { changeTerms } from '#workspaces/terms.server.ts'

import * as contract from './contract.ts'
import { workspaceFacts, workspacesFor } from './show.server.ts'

export const staffWorkspacesApi = (app: FastifyInstance, { db, clock }: Pick<Deps, 'db' | 'clock'>) => {
  const shown = async (id: number, { user_id }: { user_id: number }) => ({
    data: await workspaceFacts(db, id, { user_id, now: clock.now() }),
  })

  serve(app, contract.listStaffWorkspaces, ({ query }) => workspacesFor(db, query))

  serve(app, contract.getStaffWorkspace, ({ actor, params: { id } }) => shown(id, actor))

  serve(app, contract.changeStaffWorkspace, async ({ actor, params: { id }, body: { reason, ...terms } }) => {
    await db.transaction().execute(trx => changeTerms(trx, actor.user_id, id, { terms, reason, now: clock.now() }))
    return shown(id, actor)
  })
}
