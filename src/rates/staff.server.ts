/** Preferred rates of all workspaces, for staff. */
import { sql, type RawBuilder } from 'kysely'

import type { RateState } from '#licensing/rate.ts'
import type { Db, Trx } from '#platform/db/database.server.ts'
import { toPagination } from '#platform/http/lists.ts'
import { refuse } from '#platform/http/refusal.ts'

import { parseRateRow, selectRates } from './rates.server.ts'
import { toPreferredRate } from './show.server.ts'
import type { StaffRate } from './staff-contract.ts'

const PER_PAGE = 25

const selectStaffRates = (db: Db | Trx) =>
  selectRates(db).select(
    sql<string>`(select w.name from workspaces w where w.id = preferred_rates.workspace_id)`.as('workspace_name'),
  )

type StaffRateRow = Awaited<ReturnType<ReturnType<typeof selectStaffRates>['executeTakeFirstOrThrow']>>

const toStaffRate = ({ workspace_name, ...row }: StaffRateRow, now: Date): StaffRate => ({
  ...toPreferredRate(parseRateRow(row), now),
  workspace: { id: row.workspace_id, name: workspace_name },
  version: row.version,
  ended_at: row.ended_at?.toISOString() ?? null,
})

type ListStaffRatesInput = {
  page?: number | undefined
  search?: string | undefined
  state?: RateState | undefined
  workspace_id?: number | undefined
}

/** The SQL condition for `getRateState`. */
const hasState = (state: RateState, now: Date): RawBuilder<boolean> => {
  const isEnded = sql`(ended_at is not null or coalesce(ends_at <= ${now}, false))`
  const isUsedUp = sql`(clip_limit is not null and clips_used >= clip_limit)`
  const conditions: Record<RateState, RawBuilder<boolean>> = {
    ended: sql`${isEnded}`,
    upcoming: sql`not ${isEnded} and starts_at > ${now}`,
    used_up: sql`not ${isEnded} and starts_at <= ${now} and ${isUsedUp}`,
    active: sql`not ${isEnded} and starts_at <= ${now} and not ${isUsedUp}`,
  }
  return conditions[state]
}

/** Returns a page of rates, newest first. */
export const listStaffRates = async (
  db: Db,
  { page = 1, search = '', state, workspace_id }: ListStaffRatesInput,
  now: Date,
) => {
  // PostgreSQL rejects the null character.
  const term = search.replaceAll('\0', ' ').trim()
  const pattern = `%${term.replace(/[\\%_]/g, '\\$&')}%`
  const matches = db
    .selectFrom(selectStaffRates(db).as('r'))
    .$if(workspace_id !== undefined, query => query.where('workspace_id', '=', workspace_id ?? 0))
    .$if(state !== undefined, query => query.where(hasState(state ?? 'active', now)))
    .$if(term !== '', query =>
      query.where(sql<boolean>`(name || ' ' || end_client_name || ' ' || workspace_name) ilike ${pattern}`),
    )
  const { total } = await matches.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await matches
    .selectAll()
    .orderBy('id', 'desc')
    .limit(PER_PAGE)
    .offset((page - 1) * PER_PAGE)
    .execute()
  return { data: rows.map(row => toStaffRate(row, now)), meta: toPagination(page, PER_PAGE, total) }
}

/** Throws 404. */
export const getStaffRate = async (db: Db | Trx, id: number, now: Date): Promise<StaffRate> => {
  const row = await selectStaffRates(db).where('id', '=', id).executeTakeFirst()
  if (!row) throw refuse.missing('preferred rate')
  return toStaffRate(row, now)
}
