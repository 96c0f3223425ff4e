import type { Db, Trx } from '#platform/database.server.ts'
import { refuse } from '#platform/refusal.ts'
import { logStaff } from '#platform/staff-log.server.ts'

import { priceDifferences } from './price-differences.ts'
import { Prices } from './prices.ts'

export type PriceVersion = { version_id: number; prices: Prices }

/** A new version takes effect in every process within this time. */
const kept_ms = 5_000

type Kept = { version: PriceVersion; until: number; from: number }
const keptBy = new WeakMap<object, Kept>()

/** The version of the price table in effect. Asked outside a transaction, the answer may be a few seconds old. */
export const currentPrices = async (db: Db | Trx, now: Date): Promise<PriceVersion> => {
  const kept = keptBy.get(db)
  const at = now.getTime()
  if (kept && at >= kept.from && at < kept.until) return kept.version
  const row = await db
    .selectFrom('price_versions')
    .where('effective_from', '<=', now)
    .orderBy('effective_from', 'desc')
    .select(['id', 'prices'])
    .limit(1)
    .executeTakeFirstOrThrow()
  const version = { version_id: row.id, prices: Prices.parse(row.prices) }
  keptBy.set(db, { version, from: at, until: at + kept_ms })
  return version
}

/** One version by its id, such as an order's own. */
export const pricesOf = async (db: Db | Trx, version_id: number): Promise<Prices> => {
  const { prices } = await db
    .selectFrom('price_versions')
    .where('id', '=', version_id)
    .select('prices')
    .executeTakeFirstOrThrow()
  return Prices.parse(prices)
}

/** Every version, the latest to take effect first. */
export const priceVersions = async (db: Db | Trx) => {
  const rows = await db
    .selectFrom('price_versions')
    .orderBy('effective_from', 'desc')
    .select(['id', 'effective_from', 'note', 'prices', 'created_at'])
    .execute()
  return rows.map(row => ({ ...row, prices: Prices.parse(row.prices) }))
}

/** What is in effect just before a moment. */
export const pricesBefore = async (db: Db | Trx, moment: Date): Promise<Prices> => {
  const row = await db
    .selectFrom('price_versions')
    .where('effective_from', '<', moment)
    .orderBy('effective_from', 'desc')
    .select('prices')
    .limit(1)
    .executeTakeFirstOrThrow()
  return Prices.parse(row.prices)
}

/** Throws 422 for a moment that has come: what was sold, and what is in carts, was priced by then. */
export const needFuture = (effective_from: Date, now: Date): void => {
  if (effective_from <= now)
    throw refuse.fields({
      effective_from: ['Prices take effect in the future: choose a moment that is still to come.'],
    })
}

type NewVersion = { prices: Prices; effective_from: Date; note: string }

/**
 * Adds a version; those that there are stay as they are. Throws 422 for a moment that has come or that another version
 * has, 409 when it says the same as the one before.
 */
export const addPriceVersion = async (
  trx: Trx,
  { prices, effective_from, note }: NewVersion,
  { staff_user_id, now }: { staff_user_id: number | null; now: Date },
): Promise<number> => {
  needFuture(effective_from, now)
  const before = await pricesBefore(trx, effective_from)
  if (priceDifferences(before, prices).length === 0)
    throw refuse(409, 'These are the prices that are in effect by then already.')
  const made = await trx
    .insertInto('price_versions')
    .values({ prices: JSON.stringify(prices), effective_from, note, created_at: now })
    .onConflict(conflict => conflict.column('effective_from').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) throw refuse.fields({ effective_from: ['Another price version takes effect at that moment already.'] })
  await logStaff(trx, { staff_user_id, about: 'prices', about_key: made.id, action: 'Made', reason: note, now })
  return made.id
}
