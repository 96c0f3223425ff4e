import { writeAuditEntry } from '#platform/audit/audit-log.server.ts'
import type { Db, Trx } from '#platform/db/database.server.ts'
import { refuse } from '#platform/http/refusal.ts'

import { comparePrices } from './price-differences.ts'
import { Prices } from './prices.ts'

export type PriceVersion = { version_id: number; prices: Prices }

/** A new version takes effect in every process within this time. */
const CACHE_MS = 5_000

type CachedPriceVersion = { version: PriceVersion; until: number; from: number }
const cache = new WeakMap<object, CachedPriceVersion>()

/** Returns whether staff have published prices: a new database has the opening prices only. */
export const hasOwnPrices = async (db: Db | Trx): Promise<boolean> =>
  (await db.selectFrom('price_versions').select('id').limit(2).execute()).length > 1

/** Returns the price version in effect. Outside of a transaction, the result may be a few seconds old. */
export const getCurrentPrices = async (db: Db | Trx, now: Date): Promise<PriceVersion> => {
  const cached = cache.get(db)
  const nowMs = now.getTime()
  if (cached && nowMs >= cached.from && nowMs < cached.until) return cached.version
  const row = await db
    .selectFrom('price_versions')
    .where('effective_from', '<=', now)
    .orderBy('effective_from', 'desc')
    .select(['id', 'prices'])
    .limit(1)
    .executeTakeFirstOrThrow()
  const version = { version_id: row.id, prices: Prices.parse(row.prices) }
  cache.set(db, { version, from: nowMs, until: nowMs + CACHE_MS })
  return version
}

/** Makes a new version take effect in this process at once. */
export const dropCachedPrices = (db: Db): void => void cache.delete(db)

/** Returns the prices of a version by its id, such as an order's. */
export const getPrices = async (db: Db | Trx, version_id: number): Promise<Prices> => {
  const { prices } = await db
    .selectFrom('price_versions')
    .where('id', '=', version_id)
    .select('prices')
    .executeTakeFirstOrThrow()
  return Prices.parse(prices)
}

/** Returns all versions, latest start first. */
export const listPriceVersions = async (db: Db | Trx) => {
  const rows = await db
    .selectFrom('price_versions')
    .orderBy('effective_from', 'desc')
    .select(['id', 'effective_from', 'note', 'prices', 'created_at'])
    .execute()
  return rows.map(row => ({ ...row, prices: Prices.parse(row.prices) }))
}

/** Returns the prices in effect just before a date. */
export const getPricesBefore = async (db: Db | Trx, date: Date): Promise<Prices> => {
  const row = await db
    .selectFrom('price_versions')
    .where('effective_from', '<', date)
    .orderBy('effective_from', 'desc')
    .select('prices')
    .limit(1)
    .executeTakeFirstOrThrow()
  return Prices.parse(row.prices)
}

/** Throws 422 for a date that is not in the future, since carts and orders were priced up to now. */
export const assertFuture = (effective_from: Date, now: Date): void => {
  if (effective_from <= now)
    throw refuse.fields({
      effective_from: ['Prices take effect in the future: choose a time that is later than now.'],
    })
}

type NewPriceVersion = { prices: Prices; effective_from: Date; note: string }

/** `is_unopened`: nobody can have a cart yet, so that prices may take effect now. */
type PriceChange = { staff_user_id: number | null; is_unopened?: boolean; now: Date }

/**
 * Adds a price version; existing ones are immutable. Throws 422 for a date in the past or one that another version has, 409
 * when nothing changes.
 */
export const addPriceVersion = async (
  trx: Trx,
  { prices, effective_from, note }: NewPriceVersion,
  { staff_user_id, is_unopened = false, now }: PriceChange,
): Promise<number> => {
  if (!is_unopened) assertFuture(effective_from, now)
  const previous = await getPricesBefore(trx, effective_from)
  if (comparePrices(previous, prices).length === 0) throw refuse(409, 'These prices are already in effect by then.')
  const created = await trx
    .insertInto('price_versions')
    .values({ prices: JSON.stringify(prices), effective_from, note, created_at: now })
    .onConflict(conflict => conflict.column('effective_from').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!created) throw refuse.fields({ effective_from: ['Another price version takes effect at that time.'] })
  await writeAuditEntry(trx, {
    staff_user_id,
    about: 'prices',
    about_key: created.id,
    action: 'created',
    reason: note,
    now,
  })
  return created.id
}
