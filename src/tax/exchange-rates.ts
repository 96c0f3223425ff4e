/** Converts the tax of a sale into the currency of the country that asks for it, at the rate of the tax point. */
import { addDays } from '#platform/day.ts'
import type { ManualRate } from '#platform/settings/tax-group.ts'

/** How much of a currency one euro is worth on a day. */
export type ExchangeRate = { currency: string; day: string; per_euro: number }

export type LocalTax = {
  /** Such as EUR. */
  currency: string
  /** In hundredths of the currency, or in whole units where it has no smaller ones. */
  tax_minor: number
  /** How much of the currency one US dollar is worth. */
  rate: number
  /** The day of the rate. */
  day: string
  source: 'ecb' | 'manual'
}

/** The bank publishes no rates at weekends and on holidays. */
const MAX_ECB_AGE_DAYS = 10
/** Tax offices that publish rates do so for a month. */
const MAX_MANUAL_AGE_DAYS = 40

/** Returns the rates of the European Central Bank's XML, newest day first in any order. Throws an Error for another text. */
export const parseRates = (xml: string): ExchangeRate[] => {
  const rates: ExchangeRate[] = []
  for (const [, day = '', cubes = ''] of xml.matchAll(
    /<Cube\s+time=["'](\d{4}-\d{2}-\d{2})["']\s*>([\s\S]*?)<\/Cube\s*>/g,
  ))
    for (const [tag] of cubes.matchAll(/<Cube\s[^>]*>/g)) {
      const currency = /currency=["']([A-Z]{3})["']/.exec(tag)?.[1]
      const per_euro = Number(/rate=["']([0-9.]+)["']/.exec(tag)?.[1])
      if (currency && per_euro > 0 && Number.isFinite(per_euro)) rates.push({ currency, day, per_euro })
    }
  if (rates.length === 0) throw new Error('The exchange rates have another format than the European Central Bank’s.')
  return rates
}

type RateSources = { ecb: readonly ExchangeRate[]; manual: readonly ManualRate[] }
type EuroRate = { per_euro: number; day: string; source: 'ecb' | 'manual' }

/** The newest rate that is not too old; of the same day, the one by hand. */
const findRate = (currency: string, day: string, { ecb, manual }: RateSources): EuroRate | undefined => {
  if (currency === 'EUR') return { per_euro: 1, day, source: 'ecb' }
  const oldest = (days: number) => addDays(day, -days)
  const candidates: EuroRate[] = [
    ...ecb
      .filter(one => one.currency === currency && one.day <= day && one.day >= oldest(MAX_ECB_AGE_DAYS))
      .map(({ per_euro, day: rate_day }) => ({ per_euro, day: rate_day, source: 'ecb' as const })),
    ...manual
      .filter(one => one.currency === currency && one.from <= day && one.from >= oldest(MAX_MANUAL_AGE_DAYS))
      .map(({ per_euro, from }) => ({ per_euro, day: from, source: 'manual' as const })),
  ]
  return candidates.reduce<EuroRate | undefined>((best, one) => (best && best.day > one.day ? best : one), undefined)
}

/** How many decimals a currency has, by ISO 4217. */
export const getDecimals = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2

/** Returns the tax in another currency, half a unit rounded up; undefined without a rate of the day. `tax_cents`: US cents. */
export const convertTax = (
  tax_cents: number,
  currency: string,
  day: string,
  sources: RateSources,
): LocalTax | undefined => {
  const [dollar, local] = [findRate('USD', day, sources), findRate(currency, day, sources)]
  if (!dollar || !local) return undefined
  const rate = Number((local.per_euro / dollar.per_euro).toFixed(6))
  // The currency is EUR for most, so the day is that of the dollar's rate.
  const older = currency === 'EUR' || dollar.day < local.day ? dollar : local
  return { currency, tax_minor: toMinor(tax_cents, currency, rate), rate, day: older.day, source: older.source }
}

/** Converts US cents at a rate that a sale has kept. */
export const toMinor = (cents: number, currency: string, rate: number): number => {
  if (cents < 0) return -toMinor(-cents, currency, rate)
  const micro = BigInt(Math.round(rate * 1_000_000))
  const divisor = 1_000_000n * 10n ** BigInt(2 - getDecimals(currency))
  return Number((BigInt(cents) * micro * 2n + divisor) / (divisor * 2n))
}

/** Returns, for example, "78.93" or "12,340". */
export const formatMinor = (minor: number, currency: string): string => {
  const decimals = getDecimals(currency)
  return (minor / 10 ** decimals).toLocaleString('en-US', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  })
}
