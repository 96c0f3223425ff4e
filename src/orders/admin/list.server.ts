/** Lists the orders of all workspaces. */

import { sql, type RawBuilder } from 'kysely'

import { formatPersonName } from '#accounts/person-name.ts'
import { isPlaceholderEmail } from '#accounts/placeholder-email.ts'
import { DAY_MS } from '#platform/clock.ts'
import type { Db } from '#platform/db/database.server.ts'
import { toPagination } from '#platform/http/lists.ts'
import { toMoney } from '#platform/money.ts'

import { orderDaysOverdue } from '../due.ts'
import { matchOrder } from '../order-list.server.ts'
import type { OrderState } from '../states.ts'
import type { OrderFilters, staffOrderSorts } from './contract.ts'
import type { StaffOrderRow } from './order-contract.ts'

const PER_PAGE = 50

type StaffOrderQuery = OrderFilters & {
  sort?: (typeof staffOrderSorts)[number] | undefined
  page?: number | undefined
}

/** `first` and `last` are days; without them, everything matches. */
const isBetween = (at: RawBuilder<unknown>, first: string | undefined, last: string | undefined) => {
  const conditions = [
    ...(first === undefined ? [] : [sql`${at} >= ${new Date(`${first}T00:00:00Z`)}`]),
    ...(last === undefined ? [] : [sql`${at} < ${new Date(Date.parse(`${last}T00:00:00Z`) + DAY_MS)}`]),
  ]
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

/** Whether the order `o` has a payment, a refund or a lost dispute between two days. */
const hasMovedMoney = (first: string | undefined, last: string | undefined) => sql<boolean>`o.id in (
  select id from orders where paid_at is not null and ${isBetween(sql`paid_at`, first, last)}
  union select order_id from refunds where state = 'done' and ${isBetween(sql`ended_at`, first, last)}
  union select order_id from credit_notes where by_dispute and ${isBetween(sql`created_at`, first, last)})`

/** Whether the order `o` has a withdrawal that staff have to refund. */
const waitsForRefund = sql<boolean>`o.total_cents > 0 and o.state in ('paid', 'partially_refunded', 'disputed') and exists (
  select from order_withdrawals w join order_items i on i.order_id = w.order_id and i.id = any(w.order_item_ids)
  where w.order_id = o.id and not i.refunded and not exists (
    select from refunds f where f.order_id = o.id and f.state in ('started', 'unknown', 'waiting')
      and i.id = any(f.order_item_ids)))`

/** Selects the orders that match the filters; without a state, placed orders only. */
export const filteredOrders = (db: Db, { search = '', state, dated = 'placed', waits, from, to }: OrderFilters) => {
  // PostgreSQL text cannot hold NUL characters.
  const text = search.replaceAll('\0', ' ').trim()
  const like = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  const placedAt = sql<Date>`coalesce(o.placed_at, o.created_at)`
  return db
    .selectFrom('orders as o')
    .$if(state === undefined, query => query.where('o.universal_invoice_number', 'is not', null))
    .$if(state !== undefined, query => query.where('o.state', '=', state ?? ''))
    .$if(waits === 'refund', query => query.where(waitsForRefund))
    .$if(dated === 'placed', query => query.where(isBetween(placedAt, from, to)))
    .$if(dated === 'money', query => query.where(hasMovedMoney(from, to)))
    .$if(text !== '', query =>
      query.where(eb =>
        eb.or([
          matchOrder(eb, text, undefined),
          eb('o.payment_method', 'ilike', like),
          sql<boolean>`o.billing->>'company' ilike ${like}`,
          eb.exists(
            eb
              .selectFrom('users as u')
              .whereRef('u.id', '=', 'o.user_id')
              .where(sql<boolean>`(u.first_name || ' ' || u.last_name || ' ' || u.email::text) ilike ${like}`)
              .select('u.id'),
          ),
          eb.exists(
            eb
              .selectFrom('workspaces as w')
              .whereRef('w.id', '=', 'o.workspace_id')
              .where('w.name', 'ilike', like)
              .select('w.id'),
          ),
          eb.exists(
            eb
              .selectFrom('payment_attempts as a')
              .whereRef('a.order_id', '=', 'o.id')
              .where('a.gateway_transaction_id', '=', text)
              .select('a.id'),
          ),
          eb.exists(
            eb
              .selectFrom('credit_notes as c')
              .whereRef('c.order_id', '=', 'o.id')
              .where('c.number', 'ilike', like)
              .select('c.id'),
          ),
        ]),
      ),
    )
}

/** What was refunded for the order `o`. A canceled invoice was never paid, so its credit note doesn't count. */
export const refundedCents = sql<number>`(select coalesce(sum(c.total_cents), 0) from credit_notes c
  where c.order_id = o.id and (c.refund_id is not null or c.by_dispute))`

export const listStaffOrders = async (
  db: Db,
  { sort = 'newest', page = 1, ...filters }: StaffOrderQuery,
  now: Date,
) => {
  const orders = filteredOrders(db, filters)
  const sums = await orders
    .select(({ fn }) => [fn.countAll<number>().as('orders'), fn.sum<string | null>('o.total_cents').as('total_cents')])
    .select(({ fn }) => fn.sum<string | null>('o.tax_cents').as('tax_cents'))
    .select(sql<string | null>`sum(${refundedCents})`.as('refunded_cents'))
    .executeTakeFirstOrThrow()
  const [total_cents, tax_cents] = [Number(sums.total_cents), Number(sums.tax_cents)]
  const rows = await withOrderColumns(orders)
    .$if(sort === 'total', query => query.orderBy('o.total_cents', 'desc'))
    // Unpaid invoices by due date, then all others.
    .$if(sort === 'due', query =>
      query.orderBy(sql`case when o.state in ('invoiced', 'overdue') then o.due_at end`, order =>
        order.asc().nullsLast(),
      ),
    )
    .orderBy('o.id', sort === 'oldest' ? 'asc' : 'desc')
    .limit(PER_PAGE)
    .offset((page - 1) * PER_PAGE)
    .execute()
  return {
    data: rows.map(row => toStaffOrderRow(row, now)),
    meta: {
      ...toPagination(page, PER_PAGE, Number(sums.orders)),
      sums: {
        net: toMoney(total_cents - tax_cents),
        tax: toMoney(tax_cents),
        total: toMoney(total_cents),
        refunded: toMoney(Number(sums.refunded_cents)),
      },
    },
  }
}

const selectOrders = (db: Db) => db.selectFrom('orders as o')

/** Adds the columns that `toStaffOrderRow` needs. */
export const withOrderColumns = (query: ReturnType<typeof selectOrders>) =>
  query
    .innerJoin('users as u', 'u.id', 'o.user_id')
    .innerJoin('workspaces as w', 'w.id', 'o.workspace_id')
    .select(['o.id', 'o.universal_invoice_number', 'o.state', 'o.created_at', 'o.placed_at', 'o.due_at'])
    .select(['o.total_cents', 'o.payment_method', 'o.payment_type', 'o.workspace_id', 'o.user_id'])
    .select(['u.email', 'u.first_name', 'u.last_name', 'w.name as workspace_name'])
    .select(eb =>
      eb
        .selectFrom('order_items as i')
        .whereRef('i.order_id', '=', 'o.id')
        .select(({ fn }) => fn.count<number>('i.clip_id').distinct().as('n'))
        .as('clips_count'),
    )

type StaffOrderColumns = Awaited<ReturnType<ReturnType<typeof withOrderColumns>['executeTakeFirstOrThrow']>>

const methodLabels: Record<string, string> = {
  card: 'Card',
  ach: 'Bank account',
  paypal: 'PayPal',
  invoice: 'On account',
}

export const toStaffOrderRow = (row: StaffOrderColumns, now: Date): StaffOrderRow => {
  const state = row.state as OrderState
  const has_left = isPlaceholderEmail(row.email)
  return {
    id: row.id,
    universal_invoice_number: row.universal_invoice_number,
    state,
    at: (row.placed_at ?? row.created_at).toISOString(),
    due_at: row.due_at?.toISOString() ?? null,
    days_overdue: orderDaysOverdue({ state, due_at: row.due_at }, now),
    total: toMoney(row.total_cents),
    clips_count: Number(row.clips_count ?? 0),
    workspace: { id: row.workspace_id, name: row.workspace_name },
    buyer: { id: row.user_id, name: has_left ? null : formatPersonName(row), email: has_left ? null : row.email },
    payment_method: row.payment_method || (methodLabels[row.payment_type] ?? ''),
  }
}
