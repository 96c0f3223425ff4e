/** CSV exports of orders, their lines, refunds and taxes. They stream in batches, so that memory use doesn't depend on the number of orders. */
import { Readable } from 'node:stream'

import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'

import type { Member } from '#platform/actor.ts'
import { writeAuditEntry } from '#platform/audit/audit-log.server.ts'
import { formatAmount, toCsv } from '#platform/csv.ts'
import { toDay } from '#platform/day.ts'
import type { Db } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { fileEndpoint } from '#platform/http/endpoint.ts'
import { serveFile } from '#platform/http/serve.server.ts'

import { creditedAmounts } from '../credited-amounts.server.ts'
import { formatTaxName, type OrderBilling, type OrderTax } from '../order-snapshot.ts'
import { stateLabels, type OrderState } from '../states.ts'
import { OrderFilters, orderExportPath, orderExports, type OrderExport } from './contract.ts'
import { filteredOrders, refundedCents } from './list.server.ts'
import { visibleEmail } from './order-history.server.ts'

const BATCH_ORDERS = 200

type CsvRow = (string | number | null)[]

const formatTime = (date: Date | null) => date?.toISOString() ?? null
const stateLabel = (state: string) => stateLabels[state as OrderState]

const CSV_HEADERS: Record<OrderExport, CsvRow> = {
  orders: [
    'Order',
    'State',
    'Placed (UTC)',
    'Due (UTC)',
    'Paid (UTC)',
    'Workspace',
    'Buyer',
    'Company',
    'Country',
    'Payment method',
    'Purchase order',
    'VAT number',
    'Coupon',
    'Currency',
    'Subtotal',
    'Discounts and credits',
    'Processing fee',
    'Net',
    'Tax',
    'Total',
    'Refunded',
  ],
  'order-lines': [
    'Order',
    'State',
    'Placed (UTC)',
    'Line',
    'Clip',
    'Name',
    'Filmmaker',
    'Format',
    'Price',
    'Discounts and credits',
    'Net',
    'Tax',
    'Total',
    'Refunded',
  ],
  'order-refunds': [
    'Order',
    'Kind',
    'State',
    'Date (UTC)',
    'Credit note',
    'Amount',
    'Refunded',
    'Refunded to',
    'Staff',
    'Reason',
    'Reference',
  ],
  'order-taxes': ['Tax', 'Jurisdiction', 'Rate', 'Orders', 'Taxable amount', 'Tax', 'Tax credited'],
}

const loadOrderRows = async (db: Db, ids: number[]): Promise<CsvRow[]> => {
  const orders = await db
    .selectFrom('orders as o')
    .innerJoin('users as u', 'u.id', 'o.user_id')
    .innerJoin('workspaces as w', 'w.id', 'o.workspace_id')
    .where('o.id', 'in', ids)
    .orderBy('o.id')
    .selectAll('o')
    .select(['u.email', 'w.name as workspace', refundedCents.as('refunded_cents')])
    .execute()
  return orders.map(order => {
    const { company, country } = order.billing as OrderBilling
    const net_cents = order.total_cents - order.tax_cents
    return [
      order.universal_invoice_number,
      stateLabel(order.state),
      ...[order.placed_at ?? order.created_at, order.due_at, order.paid_at].map(formatTime),
      order.workspace,
      visibleEmail(order.email),
      company,
      country,
      order.payment_method,
      order.po_number,
      order.vat_number,
      order.discount_code,
      order.currency,
      formatAmount(order.sub_total_cents),
      formatAmount(order.sub_total_cents + order.processing_fee_cents - net_cents),
      formatAmount(order.processing_fee_cents),
      ...[net_cents, order.tax_cents, order.total_cents, Number(order.refunded_cents)].map(formatAmount),
    ]
  })
}

type ExportedItem = { name: string; filmmaker: string; format: string }

/** The processing fee has its own line, so that the lines add up to the order's total. */
const loadLineRows = async (db: Db, ids: number[]): Promise<CsvRow[]> => {
  const orders = await db.selectFrom('orders').where('id', 'in', ids).orderBy('id').selectAll().execute()
  const items = await db.selectFrom('order_items').where('order_id', 'in', ids).orderBy('id').selectAll().execute()
  const itemsByOrder = Map.groupBy(items, ({ order_id }) => order_id)
  return orders.flatMap(order => {
    const { processing_fee_cents: fee_cents } = order
    const orderColumns = [
      order.universal_invoice_number,
      stateLabel(order.state),
      formatTime(order.placed_at ?? order.created_at),
    ]
    const lines = (itemsByOrder.get(order.id) ?? []).map((item): CsvRow => {
      const { name, filmmaker, format } = item.clip_snapshot as ExportedItem
      const net_cents = item.price_cents - item.discount_cents
      const lineAmounts = [item.price_cents, item.discount_cents, net_cents, item.tax_cents, net_cents + item.tax_cents]
      const itemColumns = [item.id, item.clip_id, name, filmmaker, format]
      return [...orderColumns, ...itemColumns, ...lineAmounts.map(formatAmount), item.refunded ? 'yes' : 'no']
    })
    const feeColumns: CsvRow = [...orderColumns, null, null, 'Processing fee', null, null]
    return fee_cents === 0
      ? lines
      : [...lines, [...feeColumns, ...[fee_cents, 0, fee_cents, 0, fee_cents].map(formatAmount), null]]
  })
}

type RefundExportRow = {
  number: string | null
  kind: string
  state: string
  at: Date
  note: string | null
  amount_cents: number
  refunded_cents: number
  refunded_to: string | null
  staff: string | null
  reason: string | null
  reference: string | null
}

/** Refunds with their credit notes, and the credit notes of lost disputes, returned debits and canceled invoices. */
const loadRefundRows = async (db: Db, ids: number[]): Promise<CsvRow[]> => {
  const { rows } = await sql<RefundExportRow>`
    select o.universal_invoice_number as number,
           case when c.by_dispute then 'Dispute' when r.id is not null then 'Refund'
             when o.state = 'failed' then 'Returned debit' else 'Canceled invoice' end as kind,
           coalesce(r.state, 'done') as state, coalesce(c.created_at, r.ended_at, r.started_at) as at, c.number as note,
           coalesce(c.total_cents, r.amount_cents) as amount_cents,
           case when c.by_dispute or c.refund_id is not null then c.total_cents else 0 end as refunded_cents,
           c.refunded_to as refunded_to, u.email::text as staff, r.reason, r.reference
    from refunds r
      full join credit_notes c on c.refund_id = r.id
      join orders o on o.id = coalesce(r.order_id, c.order_id)
      left join users u on u.id = r.staff_user_id
    where o.id in (${sql.join(ids)})
    order by o.id, at, c.id`.execute(db)
  return rows.map(row => [
    row.number,
    row.kind,
    row.state,
    formatTime(row.at),
    row.note,
    formatAmount(row.amount_cents),
    formatAmount(row.refunded_cents),
    row.refunded_to,
    visibleEmail(row.staff),
    row.reason,
    row.reference,
  ])
}

const creditedTaxCents = sql<number>`(select coalesce(sum(a.tax_cents), 0) from (${creditedAmounts}) a where a.order_id = o.id)`

/** The taxes of placed orders: one that failed at checkout owed none. */
const loadTaxRows = async (db: Db, filters: OrderFilters): Promise<CsvRow[]> => {
  const [kind, jurisdiction] = [sql<OrderTax['kind']>`o.tax->>'kind'`, sql<string>`o.tax->>'jurisdiction'`]
  const rate = sql<string>`(o.tax->>'rate')::numeric`
  const taxes = await filteredOrders(db, filters)
    .where('o.placed_at', 'is not', null)
    .select(({ fn }) => [kind.as('kind'), jurisdiction.as('jurisdiction'), rate.as('rate'), fn.countAll().as('orders')])
    .select(sql<string>`sum((o.tax->>'base_cents')::bigint)`.as('base_cents'))
    .select(({ fn }) => fn.sum('o.tax_cents').as('tax_cents'))
    .select(sql<string>`sum(${creditedTaxCents})`.as('credited_cents'))
    .groupBy([kind, jurisdiction, rate])
    .orderBy(jurisdiction)
    .orderBy(rate)
    .execute()
  return taxes.map(tax => [
    formatTaxName(tax) || 'No tax',
    tax.jurisdiction,
    `${Number((Number(tax.rate) * 100).toFixed(4))}%`,
    Number(tax.orders),
    ...[tax.base_cents, tax.tax_cents, tax.credited_cents].map(cents => formatAmount(Number(cents))),
  ])
}

const rowLoaders = { orders: loadOrderRows, 'order-lines': loadLineRows, 'order-refunds': loadRefundRows }

async function* streamCsv(db: Db, name: OrderExport, filters: OrderFilters) {
  yield toCsv([CSV_HEADERS[name]])
  if (name === 'order-taxes') {
    yield toCsv(await loadTaxRows(db, filters))
    return
  }
  let lastId = 0
  for (;;) {
    const orders = await filteredOrders(db, filters)
      .where('o.id', '>', lastId)
      .orderBy('o.id')
      .limit(BATCH_ORDERS)
      .select('o.id')
      .execute()
    const last = orders.at(-1)
    if (!last) return
    yield toCsv(
      await rowLoaders[name](
        db,
        orders.map(({ id }) => id),
      ),
    )
    lastId = last.id
  }
}

const describeFilters = ({ dated, from, to, state, search }: OrderFilters): string =>
  [
    dated === 'money' && 'by the days of payments and refunds',
    from && `from ${from}`,
    to && `to ${to}`,
    state && `state “${stateLabels[state]}”`,
    search && `search “${search.replaceAll('\0', ' ')}”`,
  ]
    .filter(Boolean)
    .join(', ') || 'every order'

const exportSummaries: Record<OrderExport, string> = {
  orders: 'orders',
  'order-lines': 'order lines',
  'order-refunds': 'refunds of orders',
  'order-taxes': 'taxes of orders',
}

export const orderExportsApi = (
  app: FastifyInstance,
  { db, clock, settings }: Pick<Deps, 'db' | 'clock' | 'settings'>,
) => {
  for (const name of orderExports)
    serveFile(
      app,
      fileEndpoint(orderExportPath(name), {
        summary: `Export ${exportSummaries[name]} as CSV`,
        who: 'staff',
        per_minute: 20,
        logs_success: 'data_exported',
        query: OrderFilters,
        file: 'text/csv',
      }),
      async ({ actor, query, reply }) => {
        const now = clock.now()
        const { user_id: staff_user_id } = actor as Member
        const entry = {
          about: 'export',
          about_key: name,
          action: 'exported',
          reason: describeFilters(query),
          now,
        } as const
        await db.transaction().execute(trx => writeAuditEntry(trx, { staff_user_id, ...entry }))
        return reply
          .type('text/csv; charset=utf-8')
          .header('content-disposition', `attachment; filename="${settings.fileName(`${name}-${toDay(now)}.csv`)}"`)
          .header('cache-control', 'private, no-store')
          .send(Readable.from(streamCsv(db, name, query)))
      },
    )
}
