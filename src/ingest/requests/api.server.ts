import type { FastifyInstance } from 'fastify'

import { findFilmmaker } from '#earnings/people.server.ts'
import type { Deps } from '#platform/deps.ts'
import { refuse } from '#platform/http/refusal.ts'
import { serve } from '#platform/http/serve.server.ts'

import * as contract from './contract.ts'
import { closeRequest, listOpenRequests, listRecipients, listRequestsOf, requestFootage } from './requests.server.ts'

export const footageRequestsApi = (app: FastifyInstance, { db, clock }: Pick<Deps, 'db' | 'clock'>) => {
  const toActor = ({ user_id: staff_user_id }: { user_id: number }) => ({ staff_user_id, now: clock.now() })

  serve(app, contract.listFilmmakerRequests, async ({ actor }) => {
    const filmmaker = await findFilmmaker(db, actor)
    return { data: filmmaker ? await listRequestsOf(db, filmmaker.id) : [] }
  })

  serve(app, contract.listFootageRequests, async () => ({
    data: await listOpenRequests(db),
    meta: { filmmakers: await listRecipients(db, clock.now()) },
  }))

  serve(app, contract.requestFootage, async ({ actor, body }) => {
    const id = await db.transaction().execute(trx => requestFootage(trx, body, toActor(actor)))
    const request = (await listOpenRequests(db)).find(open => open.id === id)
    if (!request) throw refuse.missing('request')
    return { data: request }
  })

  serve(app, contract.closeFootageRequest, async ({ actor, params: { id } }) => {
    await db.transaction().execute(trx => closeRequest(trx, id, toActor(actor)))
    return { data: null }
  })
}
