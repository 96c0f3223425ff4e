import { formatCount } from '#catalog/counts.ts'
import type { Db } from '#platform/db/database.server.ts'
import { loadLocalTax } from '#tax/exchange-rates.server.ts'
import { EU_COUNTRIES, getTaxCurrency } from '#tax/places.ts'
import { loadTaxSeller } from '#tax/tax.server.ts'

import { ok, warn, type Check } from './check.ts'

/** Finds registrations that are missing, and exchange rates that documents of today need. */
export const checkTax = async (db: Db, now: Date): Promise<Check> => {
  const { country, settings } = await loadTaxSeller(db)
  const day = now.toISOString().slice(0, 10)
  const active = settings.registrations.filter(({ from, to }) => from <= day && (to === null || to >= day))
  if (active.length === 0)
    return warn(
      'tax',
      'You aren’t registered for tax anywhere, so no tax is charged.',
      'State where you are registered in Admin > Settings > Tax, or save it empty if that is right.',
    )
  const isSellerInEu = EU_COUNTRIES.includes(country)
  if (isSellerInEu && !active.some(({ scheme }) => scheme === 'union_oss'))
    return warn(
      'tax',
      'There is no registration for the One-Stop Shop: consumers elsewhere in the EU pay the VAT of your own country.',
      'That is right up to sales of 10,000 euros a year. Above it, register and add it in Admin > Settings > Tax.',
    )
  const currencies = new Set(active.flatMap(({ place }) => getTaxCurrency(place.slice(0, 2), day) ?? []))
  const missing: string[] = []
  for (const currency of currencies) if (!(await loadLocalTax(db, 100, currency, day))) missing.push(currency)
  return missing.length > 0
    ? warn(
        'tax',
        `Documents can’t state the tax in ${missing.join(', ')}: there’s no recent exchange rate.`,
        'Set RATES_URL, or enter rates in Admin > Settings > Tax.',
      )
    : ok('tax', formatCount(active.length, 'registration'))
}
