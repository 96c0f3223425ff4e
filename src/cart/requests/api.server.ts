import type { FastifyInstance } from 'fastify'

import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/http/serve.server.ts'

import { toCartResponse } from '../show.server.ts'
import * as contract from './contract.ts'
import { approveRequest, declineRequest, requestPurchase, withdrawRequest } from './requests.server.ts'
import { getPurchaseRequest, listPurchaseRequests } from './show.server.ts'

export const purchaseRequestsApi = (app: FastifyInstance, { db, clock }: Deps) => {
  const inTransaction = db.transaction()

  serve(app, contract.listRequests, ({ actor, query }) => listPurchaseRequests(db, actor, query.page))

  serve(app, contract.requestPurchase, async ({ actor, body }) => {
    const now = clock.now()
    const id = await inTransaction.execute(trx => requestPurchase(trx, actor, body.note, now))
    return { data: await getPurchaseRequest(db, actor, id, now) }
  })

  serve(app, contract.getRequest, async ({ actor, params }) => ({
    data: await getPurchaseRequest(db, actor, params.id, clock.now()),
  }))

  serve(app, contract.approveRequest, async ({ actor, params, body }) => {
    const now = clock.now()
    const cart = await inTransaction.execute(trx => approveRequest(trx, actor, params.id, body.seen, now))
    return { data: await toCartResponse(db, actor, cart, now) }
  })

  serve(app, contract.declineRequest, async ({ actor, params, body }) => {
    const now = clock.now()
    await inTransaction.execute(trx => declineRequest(trx, actor, params.id, body.decline_reason, now))
    return { data: await getPurchaseRequest(db, actor, params.id, now) }
  })

  serve(app, contract.withdrawRequest, async ({ actor, params }) => {
    const now = clock.now()
    const cart = await inTransaction.execute(trx => withdrawRequest(trx, actor, params.id, now))
    return { data: await toCartResponse(db, actor, cart, now) }
  })
}
