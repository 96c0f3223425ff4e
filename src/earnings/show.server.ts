/** A filmmaker's earnings from the ledger, as the API returns them. */
import { sql } from 'kysely'

import type { Db } from '#platform/db/database.server.ts'
import { toMoney } from '#platform/money.ts'

import type { Earnings } from './contract.ts'
import { monthOf, monthsUpTo } from './months.ts'
import type { Filmmaker } from './people.server.ts'
import { loadShares } from './shares.server.ts'

const MAX_MONTHS = 12

/** The amount owed is a credit, which the ledger stores as a negative number. */
const owedCents = sql`-e.cents`

export const getEarnings = async (db: Db, filmmaker: Filmmaker, now: Date): Promise<Earnings> => {
  const { rows: months } = await sql<{ month: string; earned: number; refunded: number; licenses: number }>`
    select to_char(p.at at time zone 'UTC', 'YYYY-MM') as month,
      coalesce(sum(${owedCents}) filter (where e.cents < 0), 0)::float8 as earned,
      coalesce(sum(e.cents) filter (where e.cents > 0), 0)::float8 as refunded,
      (count(*) filter (where e.cents < 0))::int as licenses
    from ledger_entries e join ledger_postings p on p.id = e.posting_id
    where e.filmmaker_id = ${filmmaker.id} and p.kind = 'order'
    group by 1`.execute(db)
  const { rows: totals } = await sql<{ balance: number; earned: number }>`
    select coalesce(sum(${owedCents}), 0)::float8 as balance,
      coalesce(sum(${owedCents}) filter (where p.kind = 'order'), 0)::float8 as earned
    from ledger_entries e join ledger_postings p on p.id = e.posting_id
    where e.filmmaker_id = ${filmmaker.id}`.execute(db)
  const { rows: counts } = await sql<{ clips: number; licenses: number; boards: number }>`
    select
      (select count(*) from clips c where c.filmmaker_id = ${filmmaker.id})::int as clips,
      (select count(*) from licenses l join clips c on c.id = l.clip_id
        where c.filmmaker_id = ${filmmaker.id} and l.revoked_at is null)::int as licenses,
      (select count(*) from board_clips b join clips c on c.id = b.clip_id join boards o on o.id = b.board_id
        where c.filmmaker_id = ${filmmaker.id} and o.deleted_at is null)::int as boards`.execute(db)
  const shareOf = await loadShares(db, [filmmaker.id])
  const { balance = 0, earned = 0 } = totals[0] ?? {}
  const { clips = 0, licenses = 0, boards = 0 } = counts[0] ?? {}
  const byMonth = new Map(months.map(row => [row.month, row]))
  return {
    filmmaker,
    basis_points: shareOf(filmmaker.id, now),
    balance: toMoney(balance),
    earned: toMoney(earned),
    paid_out: toMoney(earned - balance),
    clips_count: clips,
    licenses_count: licenses,
    boards_count: boards,
    months: monthsUpTo(monthOf(now), MAX_MONTHS).map(month => {
      const row = byMonth.get(month)
      return {
        month,
        earned: toMoney(row?.earned ?? 0),
        refunded: toMoney(row?.refunded ?? 0),
        licenses: row?.licenses ?? 0,
      }
    }),
  }
}
