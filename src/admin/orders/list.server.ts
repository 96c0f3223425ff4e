/** Orders of every workspace, a page at a time. */
import { sql } from 'kysely'

import { personName } from '#accounts/person-name.ts'
import { isStandIn } from '#accounts/stand-in.ts'
import { daysOwed } from '#orders/due.ts'
import { orderMatches } from '#orders/order-list.server.ts'
import type { OrderState } from '#orders/states.ts'
import type { Db } from '#platform/database.server.ts'
import { pagination } from '#platform/lists.ts'
import { money } from '#platform/money.ts'

import type { OrderFilters, staffOrderSorts, StaffOrderRow } from './contract.ts'

const per_page = 50
const day_ms = 86_400_000

type Query = OrderFilters & {
  sort?: (typeof staffOrderSorts)[number] | undefined
  page?: number | undefined
}

/** The orders that the filters select: placed ones, unless a state is given. */
export const filteredOrders = (db: Db, { search = '', state, from, to }: OrderFilters) => {
  // PostgreSQL takes every character but this one.
  const said = search.replaceAll('\0', ' ').trim()
  const like = `%${said.replace(/[\\%_]/g, '\\$&')}%`
  const at = sql<Date>`coalesce(o.placed_at, o.created_at)`
  return db
    .selectFrom('orders as o')
    .$if(state === undefined, query => query.where('o.universal_invoice_number', 'is not', null))
    .$if(state !== undefined, query => query.where('o.state', '=', state ?? ''))
    .$if(from !== undefined, query => query.where(at, '>=', new Date(`${from}T00:00:00Z`)))
    .$if(to !== undefined, query => query.where(at, '<', new Date(Date.parse(`${to}T00:00:00Z`) + day_ms)))
    .$if(said !== '', query =>
      query.where(eb =>
        eb.or([
          orderMatches(eb, said, undefined),
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
              .where('a.gateway_transaction_id', '=', said)
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

/** What went back to the buyer of the order `o`: a canceled invoice was never paid. */
export const refunded_cents = sql<number>`(select coalesce(sum(c.total_cents), 0) from credit_notes c
  where c.order_id = o.id and (c.refund_id is not null or c.by_dispute))`

export const staffOrdersOf = async (db: Db, { sort = 'newest', page = 1, ...filters }: Query, now: Date) => {
  const orders = filteredOrders(db, filters)
  const sums = await orders
    .select(({ fn }) => [fn.countAll<number>().as('orders'), fn.sum<string | null>('o.total_cents').as('total_cents')])
    .select(({ fn }) => fn.sum<string | null>('o.tax_cents').as('tax_cents'))
    .select(sql<string | null>`sum(${refunded_cents})`.as('refunded_cents'))
    .executeTakeFirstOrThrow()
  const [total_cents, tax_cents] = [Number(sums.total_cents), Number(sums.tax_cents)]
  const rows = await withParties(orders)
    .$if(sort === 'total', query => query.orderBy('o.total_cents', 'desc'))
    // Those that are owed, by their day; then all others.
    .$if(sort === 'due', query =>
      query.orderBy(sql`case when o.state in ('invoiced', 'overdue') then o.due_at end`, order =>
        order.asc().nullsLast(),
      ),
    )
    .orderBy('o.id', sort === 'oldest' ? 'asc' : 'desc')
    .limit(per_page)
    .offset((page - 1) * per_page)
    .execute()
  return {
    data: rows.map(row => staffRow(row, now)),
    meta: {
      ...pagination(page, per_page, Number(sums.orders)),
      sums: {
        net: money(total_cents - tax_cents),
        tax: money(tax_cents),
        total: money(total_cents),
        refunded: money(Number(sums.refunded_cents)),
      },
    },
  }
}

const base = (db: Db) => db.selectFrom('orders as o')

/** What every row of the room needs. */
export const withParties = (query: ReturnType<typeof base>) =>
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

type PartyRow = Awaited<ReturnType<ReturnType<typeof withParties>['executeTakeFirstOrThrow']>>

const methods: Record<string, string> = { card: 'Card', ach: 'Bank account', paypal: 'PayPal', invoice: 'On account' }

export const staffRow = (row: PartyRow, now: Date): StaffOrderRow => {
  const state = row.state as OrderState
  const has_left = isStandIn(row.email)
  return {
    id: row.id,
    universal_invoice_number: row.universal_invoice_number,
    state,
    at: (row.placed_at ?? row.created_at).toISOString(),
    due_at: row.due_at?.toISOString() ?? null,
    days_overdue: daysOwed({ state, due_at: row.due_at }, now),
    total: money(row.total_cents),
    clips_count: Number(row.clips_count ?? 0),
    workspace: { id: row.workspace_id, name: row.workspace_name },
    buyer: { id: row.user_id, name: has_left ? null : personName(row), email: has_left ? null : row.email },
    payment_method: row.payment_method || (methods[row.payment_type] ?? ''),
  }
}
