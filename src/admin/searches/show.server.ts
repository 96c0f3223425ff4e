import { sql } from 'kysely'

import type { Db } from '#platform/database.server.ts'
import { pagination } from '#platform/lists.ts'

import { likeOf } from '../like.server.ts'
import type { SearchOrder, SearchRow } from './contract.ts'

const per_page = 50
const day_ms = 86_400_000

type Asked = {
  page?: number | undefined
  search?: string | undefined
  days?: string | undefined
  order?: SearchOrder | undefined
}

/** Clicks tell something of a term only when it was searched for this often. */
const worth_telling = 2

const orders: Record<SearchOrder, { where: ReturnType<typeof sql>; by: ReturnType<typeof sql> }> = {
  searches: { where: sql`true`, by: sql`searches desc` },
  nothing: { where: sql`found = 0`, by: sql`searches desc` },
  clicks: { where: sql`clicks > 0`, by: sql`clicks desc` },
  unclicked: {
    where: sql`found > 0 and searches >= ${worth_telling}`,
    by: sql`clicks::float8 / searches, searches desc`,
  },
}

/** Days are UTC, today included. */
export const searchesFor = async (db: Db, { page = 1, search, days = '30', order = 'searches' }: Asked, now: Date) => {
  const like = likeOf(search?.toLowerCase())
  const { where, by } = orders[order]
  const terms = sql`
    select term, sum(searches)::int as searches, sum(clicks)::int as clicks,
           (array_agg(found order by day desc) filter (where searches > 0))[1] as found, max(day)::text as last_day
    from search_log where day > (${new Date(now.getTime() - Number(days) * day_ms)}::timestamptz at time zone 'UTC')::date
    group by term having sum(searches) > 0`
  const totals = await sql<{ searches: number; terms: number; clicks: number; nothing: number }>`
    select coalesce(sum(searches), 0)::int as searches, count(*)::int as terms, coalesce(sum(clicks), 0)::int as clicks,
           coalesce(sum(searches) filter (where found = 0), 0)::int as nothing
    from (${terms}) of_period`.execute(db)
  const narrowed = like === undefined ? sql`${where}` : sql`${where} and term ilike ${like}`
  const counted = await sql<{ n: number }>`select count(*)::int as n from (${terms}) t where ${narrowed}`.execute(db)
  const { rows } = await sql<SearchRow>`
    select * from (${terms}) t where ${narrowed} order by ${by}, term
    limit ${per_page} offset ${(page - 1) * per_page}`.execute(db)
  const none = { searches: 0, terms: 0, clicks: 0, nothing: 0 }
  return {
    data: rows,
    meta: { ...pagination(page, per_page, counted.rows[0]?.n ?? 0), totals: totals.rows[0] ?? none },
  }
}
