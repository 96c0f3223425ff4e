/** Preferred rates as our people see them, of every workspace. */
import { sql, type RawBuilder } from 'kysely'

import type { Db, Trx } from '#platform/database.server.ts'
import { pagination } from '#platform/lists.ts'
import { refuse } from '#platform/refusal.ts'

import type { RateState } from './rate.ts'
import { rateOfRow, ratesWith } from './rates.server.ts'
import { shownRate } from './show.server.ts'
import type { StaffRate } from './staff-contract.ts'

const per_page = 25

const staffRows = (db: Db | Trx) =>
  ratesWith(db).select(
    sql<string>`(select w.name from workspaces w where w.id = preferred_rates.workspace_id)`.as('workspace_name'),
  )

type Row = Awaited<ReturnType<ReturnType<typeof staffRows>['executeTakeFirstOrThrow']>>

const shown = ({ workspace_name, ...row }: Row, now: Date): StaffRate => ({
  ...shownRate(rateOfRow(row), now),
  workspace: { id: row.workspace_id, name: workspace_name },
  version: row.version,
  ended_at: row.ended_at?.toISOString() ?? null,
})

type Asked = {
  page?: number | undefined
  search?: string | undefined
  state?: RateState | undefined
  workspace_id?: number | undefined
}

/** `rateState`, asked of the database. */
const isIn = (state: RateState, now: Date): RawBuilder<boolean> => {
  const over = sql`(ended_at is not null or coalesce(ends_at <= ${now}, false))`
  const used_up = sql`(clip_limit is not null and clips_used >= clip_limit)`
  const conditions: Record<RateState, RawBuilder<boolean>> = {
    ended: sql`${over}`,
    upcoming: sql`not ${over} and starts_at > ${now}`,
    used_up: sql`not ${over} and starts_at <= ${now} and ${used_up}`,
    active: sql`not ${over} and starts_at <= ${now} and not ${used_up}`,
  }
  return conditions[state]
}

/** Newest first, a page at a time. */
export const staffRates = async (db: Db, { page = 1, search = '', state, workspace_id }: Asked, now: Date) => {
  // PostgreSQL takes every character but this one.
  const said = search.replaceAll('\0', ' ').trim()
  const like = `%${said.replace(/[\\%_]/g, '\\$&')}%`
  const wanted = db
    .selectFrom(staffRows(db).as('r'))
    .$if(workspace_id !== undefined, query => query.where('workspace_id', '=', workspace_id ?? 0))
    .$if(state !== undefined, query => query.where(isIn(state ?? 'active', now)))
    .$if(said !== '', query =>
      query.where(sql<boolean>`(name || ' ' || end_client_name || ' ' || workspace_name) ilike ${like}`),
    )
  const { total } = await wanted.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await wanted
    .selectAll()
    .orderBy('id', 'desc')
    .limit(per_page)
    .offset((page - 1) * per_page)
    .execute()
  return { data: rows.map(row => shown(row, now)), meta: pagination(page, per_page, total) }
}

/** Throws 404. */
export const staffRate = async (db: Db | Trx, id: number, now: Date): Promise<StaffRate> => {
  const row = await staffRows(db).where('id', '=', id).executeTakeFirst()
  if (!row) throw refuse.missing('preferred rate')
  return shown(row, now)
}
