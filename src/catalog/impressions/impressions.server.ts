/** Counts impressions of clips. Visitors are stored for a day as an irreversible hash, so that each counts once. */

import { sql } from 'kysely'

import { DAY_MS } from '#platform/clock.ts'
import { toDay } from '#platform/day.ts'
import type { Db } from '#platform/db/database.server.ts'
import { sign, type Secrets } from '#platform/security/secrets.server.ts'

const GRACE_MS = 3_600_000
/** Two years, to compare a year with the one before. */
const RETENTION_MS = 731 * DAY_MS

/** The hash changes every day, so that impressions of different days cannot be linked. */
const hashVisitor = (visitor: string, secret: Secrets, day: string): Buffer =>
  Buffer.from(sign(secret, `impressions ${day} ${visitor}`), 'base64url').subarray(0, 16)

type ImpressionsInput = {
  views: readonly number[]
  hovers: readonly number[]
  /** Identifies a visitor (`networkOf`); not stored. */
  visitor: string
  user_id: number | null
  secret: Secrets
  now: Date
}

/** Runs as one statement. Unpublished clips are left out, and clips of a filmmaker who views their own. */
export const recordImpressions = async (
  db: Db,
  { views, hovers, visitor, user_id, secret, now }: ImpressionsInput,
): Promise<void> => {
  if (views.length === 0 && hovers.length === 0) return
  const day = toDay(now)
  const impressions = [
    ...views.map(clip_id => ({ clip_id, kind: 'view' })),
    ...hovers.map(clip_id => ({ clip_id, kind: 'hover' })),
  ]
  await sql`
    insert into clip_impressions (day, visitor_hash, clip_id, kind)
    select distinct ${day}::date, ${hashVisitor(visitor, secret, day)}::bytea, c.id, g.kind
    from json_to_recordset(${JSON.stringify(impressions)}::json) as g(clip_id int, kind text)
    join clips c on c.id = g.clip_id and c.status = 'published'
    where not exists (select from filmmaker_members p where p.filmmaker_id = c.filmmaker_id and p.user_id = ${user_id})
    order by c.id, g.kind
    on conflict do nothing`.execute(db)
}

/**
 * Updates the daily counts from the stored impressions, then deletes impressions of past days. Repeated and concurrent runs give the
 * same result.
 */
export const countImpressions = (db: Db, now: Date): Promise<void> =>
  db.transaction().execute(async trx => {
    await sql`select pg_advisory_xact_lock(80, 1)`.execute(trx)
    // An hour of grace: reports from the last moments of a day may arrive on the next.
    const today = toDay(now.getTime() - GRACE_MS)
    await sql`
      insert into clip_daily_stats (clip_id, day, views, hovers)
      select clip_id, day, count(*) filter (where kind = 'view'), count(*) filter (where kind = 'hover')
      from clip_impressions group by clip_id, day
      on conflict (clip_id, day) do update set
        views = greatest(clip_daily_stats.views, excluded.views), hovers = greatest(clip_daily_stats.hovers, excluded.hovers)`.execute(
      trx,
    )
    await sql`delete from clip_impressions where day < ${today}::date`.execute(trx)
    await sql`delete from clip_daily_stats where day < ${toDay(now.getTime() - RETENTION_MS)}::date`.execute(trx)
  })

/** Returns the clips with the most views between two days, the last one included. */
export const listMostViewedClips = async (db: Db, first: string, last: string, limit: number) => {
  const { rows } = await sql<{ id: number; name: string; views: number }>`
    select c.id, c.name, v.views from (
      select clip_id, sum(views)::int as views from clip_daily_stats
      where day between ${first}::date and ${last}::date group by clip_id having sum(views) > 0
      order by views desc, clip_id limit ${limit}
    ) v join clips c on c.id = v.clip_id order by v.views desc, c.id`.execute(db)
  return rows
}
