import { addDays } from '#platform/day.ts'
import type { Db, Trx } from '#platform/db/database.server.ts'
import { loadSettings } from '#platform/settings/settings.server.ts'

import { convertTax, parseRates, type LocalTax } from './exchange-rates.ts'

const TIMEOUT_MS = 20_000

/** Downloads the rates of the European Central Bank and saves the new ones. Returns how many. Throws when the service fails. */
export const fetchRates = async (db: Db, url: string, now: Date): Promise<number> => {
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (!response.ok) throw new Error(`The exchange rates could not be loaded: status ${response.status}.`)
  const rates = parseRates(await response.text())
  const added = await db
    .insertInto('exchange_rates')
    .values(rates.map(rate => ({ ...rate, per_euro: String(rate.per_euro), fetched_at: now })))
    // A published rate does not change, and orders refer to it.
    .onConflict(conflict => conflict.doNothing())
    .returning('day')
    .execute()
  return added.length
}

/** Returns the tax in the currency that the place asks for; undefined without a rate of the day. `day`: the tax point. */
export const loadLocalTax = async (
  db: Db | Trx,
  tax_cents: number,
  currency: string,
  day: string,
): Promise<LocalTax | undefined> => {
  const rows = await db
    .selectFrom('exchange_rates')
    .where('currency', 'in', ['USD', currency])
    .where('day', '<=', day)
    .orderBy('day', 'desc')
    .limit(20)
    .select(['currency', 'day', 'per_euro'])
    .execute()
  const { exchange_rates: manual } = (await loadSettings(db, 'tax')).value
  const ecb = rows.map(row => ({ ...row, per_euro: Number(row.per_euro) }))
  return convertTax(tax_cents, currency, day, { ecb, manual })
}

/** Longer than the European Central Bank ever publishes nothing. */
const MAX_WAIT_DAYS = 10

export type ReturnRate = Pick<LocalTax, 'rate' | 'day'> & {
  /** Whether no later rate can take its place. */
  is_final: boolean
}

/**
 * Returns how many euros a US dollar is worth in the return of a period: by the first rate that the European Central Bank
 * publishes on its last day or after it (VAT Directive, articles 366 and 369h). Until then, by the newest rate until that day;
 * undefined without one.
 */
export const loadReturnRate = async (
  db: Db | Trx,
  last_day: string,
  today: string,
): Promise<ReturnRate | undefined> => {
  const until = addDays(last_day, MAX_WAIT_DAYS)
  const published = await db
    .selectFrom('exchange_rates')
    .where('currency', '=', 'USD')
    .where('day', '>=', last_day)
    .where('day', '<=', until)
    .orderBy('day')
    .limit(1)
    .select(['currency', 'day', 'per_euro'])
    .executeTakeFirst()
  const ecb = published && { ...published, per_euro: Number(published.per_euro) }
  const rate = ecb
    ? convertTax(0, 'EUR', ecb.day, { ecb: [ecb], manual: [] })
    : await loadLocalTax(db, 0, 'EUR', today < last_day ? today : last_day)
  return rate && { rate: rate.rate, day: rate.day, is_final: ecb !== undefined || today > until }
}
