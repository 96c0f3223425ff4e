/** How often clips are seen. Who saw them is kept for a day as a hash that nobody can turn back, so that each counts once. */

import { sql } from 'kysely'

import type { Db } from '#platform/database.server.ts'
import { sign, type Secrets } from '#platform/secrets.server.ts'

const hour_ms = 3_600_000
/** Two years, so that a year can be held against the one before. */
const kept_ms = 731 * 86_400_000

const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

/** Another name each day: what somebody sees today cannot be joined to what they saw yesterday. */
const nameOf = (visitor: string, secret: Secrets, day: string): Buffer =>
  Buffer.from(sign(secret, `sightings ${day} ${visitor}`), 'base64url').subarray(0, 16)

type Seen = {
  views: readonly number[]
  hovers: readonly number[]
  /** Tells one visitor from another (`networkOf`); not kept. */
  visitor: string
  user_id: number | null
  secret: Secrets
  now: Date
}

/** One statement. Clips that are not sold are left out, and those of a filmmaker who looks at their own. */
export const noteSightings = async (db: Db, { views, hovers, visitor, user_id, secret, now }: Seen): Promise<void> => {
  if (views.length === 0 && hovers.length === 0) return
  const day = dayOf(now)
  const seen = [
    ...views.map(clip_id => ({ clip_id, kind: 'view' })),
    ...hovers.map(clip_id => ({ clip_id, kind: 'hover' })),
  ]
  await sql`
    insert into clip_sightings (day, visitor, clip_id, kind)
    select distinct ${day}::date, ${nameOf(visitor, secret, day)}::bytea, c.id, g.kind
    from json_to_recordset(${JSON.stringify(seen)}::json) as g(clip_id int, kind text)
    join clips c on c.id = g.clip_id and c.status = 'published'
    where not exists (select from filmmaker_people p where p.filmmaker_id = c.filmmaker_id and p.user_id = ${user_id})
    order by c.id, g.kind
    on conflict do nothing`.execute(db)
}

/**
 * Brings each day that sightings are kept of to what they come to, then forgets those of days that are over. Asked again, or
 * by twenty at once, it comes to the same.
 */
export const countSightings = (db: Db, now: Date): Promise<void> =>
  db.transaction().execute(async trx => {
    await sql`select pg_advisory_xact_lock(80, 1)`.execute(trx)
    // An hour's grace: what is told in the last moment of a day may be written in the next.
    const today = dayOf(new Date(now.getTime() - hour_ms))
    await sql`
      insert into clip_days (clip_id, day, views, hovers)
      select clip_id, day, count(*) filter (where kind = 'view'), count(*) filter (where kind = 'hover')
      from clip_sightings group by clip_id, day
      on conflict (clip_id, day) do update set
        views = greatest(clip_days.views, excluded.views), hovers = greatest(clip_days.hovers, excluded.hovers)`.execute(
      trx,
    )
    await sql`delete from clip_sightings where day < ${today}::date`.execute(trx)
    await sql`delete from clip_days where day < ${dayOf(new Date(now.getTime() - kept_ms))}::date`.execute(trx)
  })
