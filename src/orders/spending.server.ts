/** What a workspace spends by month. */
import { sql } from 'kysely'

import type { Db } from '#platform/db/database.server.ts'

export type SpendingMonth = { month: string; cents: number }

/** Returns the orders placed less credit notes by month in UTC ("2026-11"), with tax, from a time on; months without any are left out. */
export const loadSpendingByMonth = async (db: Db, workspace_id: number, from: Date): Promise<SpendingMonth[]> => {
  const { rows } = await sql<SpendingMonth>`
    select to_char(at at time zone 'UTC', 'YYYY-MM') as month, sum(cents)::float8 as cents
    from (
      select o.placed_at as at, o.total_cents as cents from orders o
      where o.workspace_id = ${workspace_id} and o.placed_at >= ${from} and o.state <> 'failed'
      union all
      select c.created_at, -c.total_cents from orders o join credit_notes c on c.order_id = o.id
      where o.workspace_id = ${workspace_id} and c.created_at >= ${from} and o.state <> 'failed'
    ) spent group by month order by month`.execute(db)
  return rows
}

/** Returns the workspace's unpaid orders on account. */
export const sumUnpaidInvoices = async (db: Db, workspace_id: number) => {
  const row = await db
    .selectFrom('orders')
    .where('workspace_id', '=', workspace_id)
    .where('state', 'in', ['invoiced', 'overdue'])
    .select([
      sql<number>`count(*)::int`.as('count'),
      sql<number>`(count(*) filter (where state = 'overdue'))::int`.as('overdue'),
      sql<number>`coalesce(sum(total_cents), 0)::float8`.as('total_cents'),
    ])
    .executeTakeFirst()
  return row ?? { count: 0, overdue: 0, total_cents: 0 }
}
