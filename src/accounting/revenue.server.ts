/** What buyers paid and got back by day: the payments, refunds and lost disputes of the journal, before it is posted at night. */
import { sql } from 'kysely'

import type { Db } from '#platform/db/database.server.ts'

export type RevenueDay = {
  /** 2026-11-23, in UTC */
  day: string
  /** With tax. */
  payments_cents: number
  /** Refunds and what buyers' banks withdrew. */
  refunds_cents: number
}

/** Returns the days with a payment or a refund, oldest first; `end` is excluded. */
export const loadRevenueByDay = async (db: Db, { from, end }: { from: Date; end: Date }): Promise<RevenueDay[]> => {
  const { rows } = await sql<RevenueDay>`
    select to_char(at at time zone 'UTC', 'YYYY-MM-DD') as day,
           sum(paid)::float8 as payments_cents, sum(refunded)::float8 as refunds_cents
    from (
      select paid_at as at, total_cents as paid, 0 as refunded from orders
      where paid_at >= ${from} and paid_at < ${end} and placed_at is not null
      union all
      select ended_at, 0, amount_cents from refunds where state = 'done' and ended_at >= ${from} and ended_at < ${end}
      union all
      select created_at, 0, total_cents from credit_notes where by_dispute and created_at >= ${from} and created_at < ${end}
    ) moved group by day order by day`.execute(db)
  return rows
}
