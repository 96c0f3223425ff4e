/** Stores buyers’ interest in clips, and updates their popularity and search scores from it. */

import { sql } from 'kysely'

import type { Db, Trx } from '#platform/db/database.server.ts'
import { retentionCutoff } from '#platform/settings/retention-group.ts'

import { decayPoints, pointsFor, popularityOf, interestPoints, type InterestSignal } from './interest.ts'
import { scoreOf } from './search-index.server.ts'

const BATCH_SIZE = 500
/** A smaller change of popularity does not rewrite the search row. */
const MIN_CHANGE = 0.005

/** Adds interest points to clips that exist. */
export const addInterest = async (trx: Trx, points: ReadonlyMap<number, number>, now: Date): Promise<void> => {
  // A fixed order, so that concurrent writers never deadlock.
  const ids = [...points.keys()].toSorted((a, b) => a - b)
  if (ids.length === 0) return
  // Two statements: only one that starts under the lock sees the points of the previous holder.
  await sql`select from clips where id = any(${ids}::int[]) order by id for no key update`.execute(trx)
  const current = await sql<{ id: number; popularity: number; points: number | null; as_of: Date | null }>`
    select c.id, c.popularity, i.points, i.as_of from clips c left join clip_interest i on i.clip_id = c.id
    where c.id = any(${ids}::int[])`.execute(trx)
  const rows = current.rows.map(row => ({
    clip_id: row.id,
    points:
      (row.points === null || row.as_of === null
        ? pointsFor(row.popularity)
        : decayPoints(row.points, now.getTime() - row.as_of.getTime())) + (points.get(row.id) ?? 0),
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

/** Records one signal of interest in some clips. `key` identifies its event: the same key counts once. */
export const recordInterest = (
  db: Db,
  signal: InterestSignal,
  clip_ids: readonly number[],
  key: string,
  now: Date,
): Promise<void> =>
  db.transaction().execute(async trx => {
    const inserted = await trx
      .insertInto('clip_interest_keys')
      .values({ key, recorded_at: now })
      .onConflict(conflict => conflict.doNothing())
      .returning('key')
      .executeTakeFirst()
    if (inserted) await addInterest(trx, new Map(clip_ids.map(id => [id, interestPoints[signal]])), now)
  })

/**
 * Decays interest, then writes the popularity and search scores that changed enough, one batch per transaction. Who caused
 * it is kept for `retention_days`.
 */
export const refreshPopularity = async (db: Db, now: Date, retention_days: number): Promise<void> => {
  for (let lastId = 0, hasMore = true; hasMore;) {
    const rows = await db
      .selectFrom('clip_interest as i')
      .innerJoin('clips as c', 'c.id', 'i.clip_id')
      .select(['c.id', 'c.popularity', 'c.published_at', 'i.points', 'i.as_of'])
      .where('c.id', '>', lastId)
      .orderBy('c.id')
      .limit(BATCH_SIZE)
      .execute()
    const changed = rows
      .map(row => ({
        ...row,
        new_popularity: popularityOf(decayPoints(row.points, now.getTime() - row.as_of.getTime())),
      }))
      .filter(row => Math.abs(row.new_popularity - row.popularity) >= MIN_CHANGE)
      .map(({ id, new_popularity, published_at }) => ({
        id,
        popularity: new_popularity,
        score: scoreOf({ popularity: new_popularity, published_at: published_at?.toISOString() ?? null }),
      }))
    if (changed.length > 0) await db.transaction().execute(trx => writePopularity(trx, JSON.stringify(changed)))
    lastId = rows.at(-1)?.id ?? lastId
    hasMore = rows.length === BATCH_SIZE
  }
  await db.deleteFrom('clip_interest_keys').where('recorded_at', '<', retentionCutoff(now, retention_days)).execute()
}

const writePopularity = async (trx: Trx, changed: string) => {
  const input = sql`json_to_recordset(${changed}::json) as g(id int, popularity real, score real)`
  await sql`
    with held as (select c.id from clips c join ${input} on g.id = c.id order by c.id for update of c)
    update clips c set popularity = g.popularity from held, ${input} where c.id = held.id and g.id = c.id`.execute(trx)
  await sql`
    update clip_search s set popularity = g.popularity, score = g.score from ${input} where s.clip_id = g.id`.execute(
    trx,
  )
}
