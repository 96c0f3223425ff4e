import type { Db } from '#platform/db/database.server.ts'
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
  db: Db,
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
