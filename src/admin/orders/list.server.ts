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

import type { staffOrderSorts, StaffOrderRow } from './contract.ts'

const per_page = 50

type Query = {
  search?: string | undefined
  state?: OrderState | undefined
  sort?: (typeof staffOrderSorts)[number] | undefined
  page?: number | undefined
}

export const staffOrdersOf = async (db: Db, { search = '', state, sort = 'newest', page = 1 }: Query, now: Date) => {
  // PostgreSQL takes every character but this one.
  const said = search.replaceAll('\0', ' ').trim()
  const like = `%${said.replace(/[\\%_]/g, '\\$&')}%`
  const wanted = db
    .selectFrom('orders as o')
    .$if(state === undefined, query => query.where('o.universal_invoice_number', 'is not', null))
    .$if(state !== undefined, query => query.where('o.state', '=', state ?? ''))
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
  const { total } = await wanted.select(eb => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await withParties(wanted)
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
  return { data: rows.map(row => staffRow(row, now)), meta: pagination(page, per_page, total) }
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
