import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'

import { endDispute } from '#checkout/end-dispute.server.ts'
import { cancelRefund, refundedBy, refundOrder } from '#checkout/refunds.server.ts'
import { cancelOrder, markPaid } from '#checkout/staff-moves.server.ts'
import { orderPdfs } from '#orders/pdfs.server.ts'
import { openGateway } from '#payments/gateway.server.ts'
import type { Trx } from '#platform/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { numberIn } from '#platform/lists.ts'
import { formatCents } from '#platform/money.ts'
import { refuse } from '#platform/refusal.ts'
import { admit, serve } from '#platform/serve.server.ts'

import { requestApproval } from '../approvals/approvals.server.ts'
import { limitsOf, paidBeyond, refundBeyond } from '../limits.ts'
import * as contract from './contract.ts'
import { getsDisputeMails, setDisputeMails } from './dispute-mails.server.ts'
import { orderExportsApi } from './exports.server.ts'
import { staffOrdersOf } from './list.server.ts'
import { staffOrderOf } from './show.server.ts'

const file_access = { who: 'staff' } as const

type Beyond = {
  /** "Refund of $1,200.00 of" */
  what: string
  order: { id: number; number: string | null }
  payload: Parameters<typeof requestApproval>[2]['payload']
  reason: string
}

export const staffOrdersApi = (app: FastifyInstance, deps: Deps) => {
  const { db, clock, config } = deps
  const gateway = openGateway(config)
  const pdfs = orderPdfs(app, deps)

  /** An order as it is now. */
  const shown = async (id: number, staff_user_id: number) => ({
    data: await staffOrderOf(deps, id, staff_user_id, clock.now()),
  })
  const change = async (id: number, staff_user_id: number, verb: (trx: Trx) => Promise<void>) => {
    await db.transaction().execute(verb)
    return shown(id, staff_user_id)
  }

  serve(app, contract.listStaffOrders, ({ query }) => staffOrdersOf(db, query, clock.now()))

  orderExportsApi(app, deps)

  serve(app, contract.getStaffOrder, ({ actor, params: { id } }) => shown(id, actor.user_id))

  /** Throws 409 when it waits for a second person now. */
  const needLimits = async (
    beyond: string | null,
    { user_id }: { user_id: number },
    { what, order, payload, reason }: Beyond,
  ): Promise<void> => {
    if (beyond === null) return
    const summary = `${what} ${order.number ?? `order ${order.id}`}`
    const path = `/admin/orders/${order.id}`
    const request = { payload, summary, path, requested_by: user_id, reason, gateway, now: clock.now() }
    throw await requestApproval(db, beyond, request)
  }
  const orderOf = async (id: number) => {
    const order = await db
      .selectFrom('orders')
      .where('id', '=', id)
      .select(['id', 'total_cents', 'universal_invoice_number as number'])
      .executeTakeFirst()
    if (!order) throw refuse.missing('order')
    return order
  }

  serve(app, contract.refundStaffOrder, async ({ actor, params: { id }, body, request }) => {
    const { user_id } = actor
    const operation_key = operationKeyOf(request)
    const limits = limitsOf(actor.platform_roles)
    const most_cents = limits.refund_cents
    const wish = { ...body, order_id: id, staff_user_id: user_id, operation_key, most_cents }
    const before = await refundedBy(db, wish)
    const { reason, ...what } = body
    const beyond = before === null ? null : refundBeyond(limits, body.seen_cents + before)
    await needLimits(beyond, actor, {
      what: `Refund of ${formatCents(body.seen_cents)} of`,
      order: await orderOf(id),
      payload: { kind: 'refund', order_id: id, ...what, operation_key },
      reason,
    })
    await refundOrder(deps, gateway, wish)
    return shown(id, user_id)
  })

  serve(app, contract.cancelStaffRefund, ({ actor: { user_id }, params: { id, refund_id }, body: { reason } }) =>
    change(id, user_id, trx =>
      cancelRefund(trx, { order_id: id, refund_id, staff_user_id: user_id, reason, now: clock.now() }),
    ),
  )

  serve(app, contract.cancelStaffOrder, ({ actor: { user_id }, params: { id }, body: { reason } }) =>
    change(id, user_id, trx => cancelOrder(trx, { order_id: id, staff_user_id: user_id, reason, now: clock.now() })),
  )

  serve(app, contract.markStaffOrderPaid, async ({ actor, params: { id }, body }) => {
    const { user_id } = actor
    const order = await orderOf(id)
    await needLimits(paidBeyond(limitsOf(actor.platform_roles), order.total_cents), actor, {
      what: `Payment of ${formatCents(order.total_cents)} by hand for`,
      order,
      payload: { kind: 'paid', order_id: id, reference: body.reference },
      reason: body.reason,
    })
    return change(id, user_id, trx =>
      markPaid(trx, { order_id: id, staff_user_id: user_id, ...body, now: clock.now() }),
    )
  })

  serve(app, contract.endStaffOrderDispute, async ({ actor: { user_id }, params: { id }, body }) => {
    await endDispute(deps, gateway, { order_id: id, staff_user_id: user_id, ...body })
    return shown(id, user_id)
  })

  serve(app, contract.getDisputeMails, async ({ actor: { user_id } }) => ({
    data: { is_on: await getsDisputeMails(db, user_id) },
  }))

  serve(app, contract.setDisputeMails, async ({ actor: { user_id }, body: { is_on } }) => {
    await setDisputeMails(db, user_id, is_on)
    return { data: { is_on } }
  })

  app.get<{ Params: { id: number; document: string } }>(
    contract.staffDocumentPath(':id', ':document'),
    {
      schema: {
        summary: 'A document of an order, or a credit note by its number, as PDF',
        tags: ['admin'],
        params: z.object({ id: numberIn(), document: z.string().check(z.maxLength(40)) }),
        response: { 200: { description: 'The document', content: { 'application/pdf': { schema: z.unknown() } } } },
      },
      preValidation: async request => admit(file_access, request.actor),
      config: { endpoint: file_access, rateLimit: { max: 60, timeWindow: 60_000 } },
    },
    async ({ params }, reply) => {
      const order = await db
        .selectFrom('orders')
        .where('id', '=', params.id)
        .select(['workspace_id', 'universal_invoice_number'])
        .executeTakeFirst()
      if (!order?.universal_invoice_number) throw refuse.missing('order')
      return pdfs.send(reply, order.workspace_id, order.universal_invoice_number, params.document)
    },
  )
}

/** Without a key, a request that was lost on its way could not be repeated safely. */
const operationKeyOf = ({ headers }: FastifyRequest): string => {
  const key = headers['idempotency-key']
  if (typeof key !== 'string' || !/^[\x21-\x7e]{8,200}$/.test(key))
    throw refuse(400, 'A refund needs an Idempotency-Key of 8 to 200 characters.')
  return key
}
