/** Figures about all orders, for the dashboard. */
import { sql } from 'kysely'

import type { Db } from '#platform/db/database.server.ts'

import { licensedOrderStates, orderStates, type OrderState } from '../states.ts'

type DayRange = { from: Date; end: Date }

/** Counts the orders of a period by state, attempts that failed included, in the order of `orderStates`. States without any are left out. */
export const countOrdersByState = async (db: Db, { from, end }: DayRange) => {
  const begunAt = sql<Date>`coalesce(placed_at, created_at)`
  const rows = await db
    .selectFrom('orders')
    .where(begunAt, '>=', from)
    .where(begunAt, '<', end)
    .groupBy('state')
    .select(['state', sql<number>`count(*)::int`.as('orders')])
    .select(sql<number>`(count(*) filter (where universal_invoice_number is not null))::int`.as('placed'))
    .execute()
  const byState = new Map(rows.map(row => [row.state, row]))
  return {
    placed: rows.reduce((sum, { placed }) => sum + placed, 0),
    states: orderStates.flatMap(state => {
      const row = byState.get(state)
      return row ? [{ state, orders: row.orders }] : []
    }),
  }
}

/** The states in which somebody owes money or has to decide. */
const waitingStates = ['invoiced', 'overdue', 'disputed'] as const satisfies readonly OrderState[]
export type WaitingTotals = Record<(typeof waitingStates)[number], { orders: number; total_cents: number }>

/** Counts and sums the orders that are invoiced, overdue or disputed now. */
export const sumWaitingOrders = async (db: Db): Promise<WaitingTotals> => {
  const rows = await db
    .selectFrom('orders')
    .where('state', 'in', waitingStates)
    .groupBy('state')
    .select(['state', sql<number>`count(*)::int`.as('orders'), sql<number>`sum(total_cents)::float8`.as('total_cents')])
    .execute()
  const totalOf = (state: OrderState) => {
    const { orders = 0, total_cents = 0 } = rows.find(row => row.state === state) ?? {}
    return { orders, total_cents }
  }
  return { invoiced: totalOf('invoiced'), overdue: totalOf('overdue'), disputed: totalOf('disputed') }
}

export type SoldClip = { id: number; name: string; licenses: number; net_cents: number }

/** Returns the clips with the highest sales, without tax and without what was refunded, of the orders placed in a period. */
export const listTopSoldClips = async (db: Db, { from, end }: DayRange, limit: number): Promise<SoldClip[]> => {
  const { rows } = await sql<SoldClip>`
    select i.clip_id as id, c.name, count(*)::int as licenses,
           sum(i.price_cents - i.discount_cents - i.withdrawn_cents)::float8 as net_cents
    from orders o join order_items i on i.order_id = o.id join clips c on c.id = i.clip_id
    where o.placed_at is not null and coalesce(o.placed_at, o.created_at) >= ${from}
      and coalesce(o.placed_at, o.created_at) < ${end}
      and o.state in (${sql.join([...licensedOrderStates])}) and not i.refunded
    group by i.clip_id, c.name order by net_cents desc, licenses desc, i.clip_id limit ${limit}`.execute(db)
  return rows
}
