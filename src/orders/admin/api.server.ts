import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'

import { requestApproval } from '#approvals/admin/approvals.server.ts'
import { limitsOf, describePaymentOverLimit, describeRefundOverLimit } from '#approvals/admin/limits.ts'
import { cancelOrder, lockOrderForStaff, markOrderPaid } from '#checkout/staff-actions.server.ts'
import { createOrderPdfs } from '#licenses/pdfs.server.ts'
import { openGateway } from '#payments/gateway.server.ts'
import type { Trx } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { fileEndpoint } from '#platform/http/endpoint.ts'
import { numberParam } from '#platform/http/lists.ts'
import { refuse } from '#platform/http/refusal.ts'
import { serve, serveFile } from '#platform/http/serve.server.ts'
import { formatCents } from '#platform/money.ts'
import { endDispute } from '#refunds/end-dispute.server.ts'
import { cancelRefund, sumRefundsByStaff, refundOrder } from '#refunds/refunds.server.ts'
import { parseVatNumber } from '#tax/vat-number.ts'

import { correctBilling } from '../billing-corrections.server.ts'
import { DocumentVersion } from '../contract.ts'
import { amendProject } from '../projects.server.ts'
import * as contract from './contract.ts'
import { loadBilledPlace, loadStaffOrder } from './detail.server.ts'
import { hasDisputeMails, setDisputeMails } from './dispute-mails.server.ts'
import { orderExportsApi } from './exports.server.ts'
import { listStaffOrders } from './list.server.ts'

type ApprovalRequestInput = {
  /** The action, such as "Refund of $1,200.00 of"; the order's number follows. */
  what: string
  order: { id: number; number: string | null }
  payload: Parameters<typeof requestApproval>[2]['payload']
  reason: string
}

export const adminOrdersApi = (app: FastifyInstance, deps: Deps) => {
  const { db, clock, config } = deps
  const gateway = openGateway(config)
  const pdfs = createOrderPdfs(app, deps)

  /** The order's current state, as a response. */
  const respondWithOrder = async (id: number, staff_user_id: number) => ({
    data: await loadStaffOrder(deps, id, staff_user_id, clock.now()),
  })
  const changeOrder = async (id: number, staff_user_id: number, action: (trx: Trx) => Promise<void>) => {
    await db.transaction().execute(action)
    return respondWithOrder(id, staff_user_id)
  }

  serve(app, contract.listStaffOrders, ({ query }) => listStaffOrders(db, query, clock.now()))

  orderExportsApi(app, deps)

  serve(app, contract.getStaffOrder, ({ actor, params: { id } }) => respondWithOrder(id, actor.user_id))

  /** Throws 409 when the action now waits for an approval. */
  const requireApprovalBeyond = async (
    limitMessage: string | null,
    { user_id }: { user_id: number },
    { what, order, payload, reason }: ApprovalRequestInput,
  ): Promise<void> => {
    if (limitMessage === null) return
    const summary = `${what} ${order.number ?? `order ${order.id}`}`
    const path = `/admin/orders/${order.id}`
    const request = { payload, summary, path, requested_by: user_id, reason, gateway, now: clock.now() }
    throw await requestApproval(db, limitMessage, request)
  }
  const loadOrder = async (id: number) => {
    const order = await db
      .selectFrom('orders')
      .where('id', '=', id)
      .select(['id', 'total_cents', 'universal_invoice_number as number'])
      .executeTakeFirst()
    if (!order) throw refuse.missing('order')
    return order
  }

  serve(app, contract.refundStaffOrder, async ({ actor, params: { id }, body, operation_key }) => {
    const { user_id } = actor
    const limits = limitsOf(actor.platform_roles)
    const maxCents = limits.refund_cents
    const input = { ...body, order_id: id, staff_user_id: user_id, operation_key, max_cents: maxCents }
    const alreadyRefunded = await sumRefundsByStaff(db, input)
    const { reason, ...refundRequest } = body
    const limitMessage =
      alreadyRefunded === null ? null : describeRefundOverLimit(limits, body.expected_cents + alreadyRefunded)
    await requireApprovalBeyond(limitMessage, actor, {
      what: `Refund of ${formatCents(body.expected_cents)} of`,
      order: await loadOrder(id),
      payload: { kind: 'refund', order_id: id, ...refundRequest, operation_key },
      reason,
    })
    await refundOrder(deps, gateway, input)
    return respondWithOrder(id, user_id)
  })

  serve(app, contract.cancelStaffRefund, ({ actor: { user_id }, params: { id, refund_id }, body: { reason } }) =>
    changeOrder(id, user_id, trx =>
      cancelRefund(trx, { order_id: id, refund_id, staff_user_id: user_id, reason, now: clock.now() }),
    ),
  )

  serve(app, contract.cancelStaffOrder, ({ actor: { user_id }, params: { id }, body: { reason } }) =>
    changeOrder(id, user_id, trx =>
      cancelOrder(trx, { order_id: id, staff_user_id: user_id, reason, now: clock.now() }),
    ),
  )

  serve(app, contract.amendStaffOrderProject, ({ actor: { user_id }, params: { id }, body }) =>
    changeOrder(id, user_id, async trx => {
      await lockOrderForStaff(trx, id, user_id)
      const { reason, order_item_ids, ...details } = body
      await amendProject(trx, {
        order_id: id,
        details,
        order_item_ids,
        staff_user_id: user_id,
        reason,
        now: clock.now(),
      })
    }),
  )

  serve(app, contract.correctStaffOrderBilling, async ({ actor: { user_id }, params: { id }, body }) => {
    const { reason, vat_number, ...details } = body
    const { country, vat_number: current } = await loadBilledPlace(db, id)
    const isUnchanged = vat_number === (current ?? '')
    const vat = isUnchanged ? current : vat_number === '' ? null : parseVatNumber(country.code, vat_number)
    if (vat === undefined) throw refuse.fields({ vat_number: [`This is no VAT number of ${country.name}.`] })
    return changeOrder(id, user_id, async trx => {
      await lockOrderForStaff(trx, id, user_id)
      await correctBilling(trx, {
        order_id: id,
        billing: { ...details, country: country.name },
        vat_number: vat,
        staff_user_id: user_id,
        reason,
        seller_country: deps.settings.company().country,
        now: clock.now(),
      })
    })
  })

  serve(app, contract.markStaffOrderPaid, async ({ actor, params: { id }, body }) => {
    const { user_id } = actor
    const order = await loadOrder(id)
    await requireApprovalBeyond(describePaymentOverLimit(limitsOf(actor.platform_roles), order.total_cents), actor, {
      what: `Payment of ${formatCents(order.total_cents)} by hand for`,
      order,
      payload: { kind: 'paid', order_id: id, reference: body.reference },
      reason: body.reason,
    })
    return changeOrder(id, user_id, trx =>
      markOrderPaid(trx, { order_id: id, staff_user_id: user_id, ...body, now: clock.now() }),
    )
  })

  serve(app, contract.endStaffOrderDispute, async ({ actor: { user_id }, params: { id }, body }) => {
    await endDispute(deps, gateway, { order_id: id, staff_user_id: user_id, ...body })
    return respondWithOrder(id, user_id)
  })

  serve(app, contract.getDisputeMails, async ({ actor: { user_id } }) => ({
    data: { is_on: await hasDisputeMails(db, user_id) },
  }))

  serve(app, contract.setDisputeMails, async ({ actor: { user_id }, body: { is_on } }) => {
    await setDisputeMails(db, user_id, is_on)
    return { data: { is_on } }
  })

  const findOrderNumber = async (id: number) => {
    const order = await db
      .selectFrom('orders')
      .where('id', '=', id)
      .select(['workspace_id', 'universal_invoice_number as number'])
      .executeTakeFirst()
    if (!order?.number) throw refuse.missing('order')
    return { workspace_id: order.workspace_id, number: order.number }
  }

  const DocumentParams = z.object({ id: numberParam(), document: z.string().check(z.maxLength(40)) })

  serveFile(
    app,
    fileEndpoint(contract.staffDocumentPath(':id', ':document'), {
      summary: 'Get a document of an order, or a credit note by its number, as PDF',
      refusals: [409],
      who: 'staff',
      per_minute: 60,
      params: DocumentParams,
      query: DocumentVersion,
      file: 'application/pdf',
    }),
    async ({ params, query, reply }) =>
      pdfs.send(reply, { ...(await findOrderNumber(params.id)), name: params.document }, query.version),
  )

  serveFile(
    app,
    fileEndpoint(contract.staffDocumentXmlPath(':id', ':document'), {
      summary: 'Get an invoice of an order, or a credit note by its number, as an electronic invoice (EN 16931)',
      refusals: [409],
      who: 'staff',
      per_minute: 60,
      params: DocumentParams,
      query: DocumentVersion,
      file: 'application/xml',
    }),
    async ({ params, query, reply }) =>
      pdfs.sendXml(reply, { ...(await findOrderNumber(params.id)), name: params.document }, query.version),
  )
}
