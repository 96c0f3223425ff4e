import { sql } from 'kysely'

import { DAY_MS } from '#platform/clock.ts'
import type { Db } from '#platform/db/database.server.ts'
import { toLikePattern } from '#platform/db/like-pattern.server.ts'
import { toPagination } from '#platform/http/lists.ts'

import type { SearchOrder, SearchStatsRow, SearchTotals } from './contract.ts'

const PER_PAGE = 50

type SearchStatsQuery = {
  page?: number | undefined
  search?: string | undefined
  days?: string | undefined
  order?: SearchOrder | undefined
}

/** A term needs this many searches before its clicks are meaningful. */
const MIN_SEARCHES = 2

const orderings: Record<SearchOrder, { where: ReturnType<typeof sql>; by: ReturnType<typeof sql> }> = {
  searches: { where: sql`true`, by: sql`searches desc` },
  nothing: { where: sql`result_count = 0`, by: sql`searches desc` },
  close: { where: sql`result_count > 0 and full_count = 0`, by: sql`searches desc` },
  clicks: { where: sql`clicks > 0`, by: sql`clicks desc` },
  unclicked: {
    where: sql`result_count > 0 and searches >= ${MIN_SEARCHES}`,
    by: sql`clicks::float8 / searches, searches desc`,
  },
}

/** Today (UTC) and the days before it. */
const isInPeriod = (days: string, now: Date) =>
  sql`day > (${new Date(now.getTime() - Number(days) * DAY_MS)}::timestamptz at time zone 'UTC')::date`

/** Lists search terms of the last days, today (UTC) included. */
export const listSearches = async (
  db: Db,
  { page = 1, search, days = '30', order = 'searches' }: SearchStatsQuery,
  now: Date,
) => {
  const like = toLikePattern(search?.toLowerCase())
  const { where, by } = orderings[order]
  const terms = sql`
    select term, sum(searches)::int as searches, sum(clicks)::int as clicks,
           sum(meaning_clicks)::int as meaning_clicks,
           round(sum(clicked_places)::numeric / nullif(sum(clicks), 0), 1)::float8 as mean_place,
           (array_agg(full_count order by day desc) filter (where searches > 0))[1] as full_count,
           (array_agg(result_count order by day desc) filter (where searches > 0))[1] as result_count, max(day)::text as last_day
    from search_log where ${isInPeriod(days, now)}
    group by term having sum(searches) > 0`
  const totals = await sql<SearchTotals>`
    select coalesce(sum(searches), 0)::int as searches, count(*)::int as terms, coalesce(sum(clicks), 0)::int as clicks,
           coalesce(sum(meaning_clicks), 0)::int as meaning_clicks,
           coalesce(sum(searches) filter (where result_count = 0), 0)::int as nothing,
           coalesce(sum(searches) filter (where result_count > 0 and full_count = 0), 0)::int as close
    from (${terms}) of_period`.execute(db)
  const conditions = like === undefined ? sql`${where}` : sql`${where} and term ilike ${like}`
  const termCount = await sql<{ n: number }>`select count(*)::int as n from (${terms}) t where ${conditions}`.execute(
    db,
  )
  const { rows } = await sql<SearchStatsRow>`
    select * from (${terms}) t where ${conditions} order by ${by}, term
    limit ${PER_PAGE} offset ${(page - 1) * PER_PAGE}`.execute(db)
  const noTotals = { searches: 0, terms: 0, clicks: 0, meaning_clicks: 0, nothing: 0, close: 0 }
  return {
    data: rows,
    meta: { ...toPagination(page, PER_PAGE, termCount.rows[0]?.n ?? 0), totals: totals.rows[0] ?? noTotals },
  }
}

/** Counts the searches of the last days by day (UTC); days without any are left out. */
export const countSearchesByDay = async (db: Db, days: string, now: Date) => {
  const { rows } = await sql<{ day: string; searches: number }>`
    select day::text as day, sum(searches)::int as searches
    from search_log where ${isInPeriod(days, now)} group by day order by day`.execute(db)
  return rows
}
