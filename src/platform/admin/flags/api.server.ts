import type { FastifyInstance } from 'fastify'

import type { Deps } from '../../deps.ts'
import { setFlag } from '../../flags/flag-changes.server.ts'
import { getFlagDefinition } from '../../flags/flags.ts'
import { refuse } from '../../http/refusal.ts'
import { serve } from '../../http/serve.server.ts'
import * as contract from './contract.ts'
import { listFlagsForStaff, findUserIds } from './flags.server.ts'

export const flagsApi = (app: FastifyInstance, { db, clock }: Deps) => {
  serve(app, contract.listAdminFlags, async () => ({ data: await listFlagsForStaff(db) }))

  serve(app, contract.setAdminFlag, async ({ actor, params: { key }, body }) => {
    if (getFlagDefinition(key).planned) throw refuse.missing('flag')
    const { is_on, share, emails, workspace_ids } = body
    await db.transaction().execute(async trx => {
      const state = { is_on, share, user_ids: await findUserIds(trx, emails), workspace_ids }
      await setFlag(trx, { key, state, actor_user_id: actor.user_id, now: clock.now() })
    })
    const flag = (await listFlagsForStaff(db)).find(item => item.key === key)
    if (!flag) throw refuse.missing('flag')
    return { data: flag }
  })
}
