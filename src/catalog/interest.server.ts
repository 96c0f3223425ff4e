/** Keeps what buyers care for, and the popularity and stored scores that follow from it. */
import { sql } from 'kysely'

import type { Db, Trx } from '#platform/database.server.ts'

import { scoreOf } from './index.server.ts'
import { faded, pointsFor, popularityOf, worth, type Sign } from './interest.ts'

const batch = 500
/** A smaller change of popularity is not worth writing a search row for. */
const noticeable = 0.005
const month_ms = 30 * 86_400_000

/** Adds points, for clips that exist. */
export const addInterest = async (trx: Trx, points: ReadonlyMap<number, number>, now: Date): Promise<void> => {
  // In one order, so that two writers never wait for each other.
  const ids = [...points.keys()].toSorted((a, b) => a - b)
  if (ids.length === 0) return
  // Two steps: only what begins under the lock sees what was added by whoever held it before.
  await sql`select from clips where id = any(${ids}::int[]) order by id for no key update`.execute(trx)
  const before = await sql<{ id: number; popularity: number; points: number | null; as_of: Date | null }>`
    select c.id, c.popularity, i.points, i.as_of from clips c left join clip_interest i on i.clip_id = c.id
    where c.id = any(${ids}::int[])`.execute(trx)
  const rows = before.rows.map(row => ({
    clip_id: row.id,
    points:
      (row.points === null || row.as_of === null
        ? pointsFor(row.popularity)
        : faded(row.points, now.getTime() - row.as_of.getTime())) + (points.get(row.id) ?? 0),
    as_of: now,
  }))
  if (rows.length === 0) return
  await trx
    .insertInto('clip_interest')
    .values(rows)
    .onConflict(conflict =>
      conflict
        .column('clip_id')
        .doUpdateSet(row => ({ points: row.ref('excluded.points'), as_of: row.ref('excluded.as_of') })),
    )
    .execute()
}

/** One sign of interest in some clips. `key` names the news that it comes from: the same key counts once. */
export const noteInterest = (db: Db, sign: Sign, clip_ids: readonly number[], key: string, now: Date): Promise<void> =>
  db.transaction().execute(async trx => {
    const fresh = await trx
      .insertInto('clip_interest_notes')
      .values({ key, noted_at: now })
      .onConflict(conflict => conflict.doNothing())
      .returning('key')
      .executeTakeFirst()
    if (fresh) await addInterest(trx, new Map(clip_ids.map(id => [id, worth[sign]])), now)
  })

/** Lets interest fade and writes the popularity and the search scores that changed enough, a batch to a transaction. */
export const refreshPopularity = async (db: Db, now: Date): Promise<void> => {
  for (let last = 0, more = true; more;) {
    const rows = await db
      .selectFrom('clip_interest as i')
      .innerJoin('clips as c', 'c.id', 'i.clip_id')
      .select(['c.id', 'c.popularity', 'c.published_at', 'i.points', 'i.as_of'])
      .where('c.id', '>', last)
      .orderBy('c.id')
      .limit(batch)
      .execute()
    const changed = rows
      .map(row => ({ ...row, earned: popularityOf(faded(row.points, now.getTime() - row.as_of.getTime())) }))
      .filter(row => Math.abs(row.earned - row.popularity) >= noticeable)
      .map(({ id, earned, published_at }) => ({
        id,
        popularity: earned,
        score: scoreOf({ popularity: earned, published_at: published_at?.toISOString() ?? null }),
      }))
    if (changed.length > 0) await db.transaction().execute(trx => writePopularity(trx, JSON.stringify(changed)))
    last = rows.at(-1)?.id ?? last
    more = rows.length === batch
  }
  await db
    .deleteFrom('clip_interest_notes')
    .where('noted_at', '<', new Date(now.getTime() - month_ms))
    .execute()
}

const writePopularity = async (trx: Trx, changed: string) => {
  const given = sql`json_to_recordset(${changed}::json) as g(id int, popularity real, score real)`
  await sql`
    with held as (select c.id from clips c join ${given} on g.id = c.id order by c.id for update of c)
    update clips c set popularity = g.popularity from held, ${given} where c.id = held.id and g.id = c.id`.execute(trx)
  await sql`
    update clip_search s set popularity = g.popularity, score = g.score from ${given} where s.clip_id = g.id`.execute(
    trx,
  )
}
