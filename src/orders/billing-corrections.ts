/** Which corrections of an issued invoice are possible: those that change no tax. */
import { findEuCountry, getTaxPlace } from '#tax/places.ts'

import type { OrderBilling, OrderTax } from './order-snapshot.ts'

export type BillingDetails = { billing: OrderBilling; vat_number: string | null }

/** Countries whose regions have taxes of their own. */
const COUNTRIES_OF_REGIONAL_TAX = ['United States', 'Canada', 'India']

/** The country in the EU, or its territory with another tax: the Canary Islands by their postal codes. */
const getEuPlace = ({ country: name, postal_code }: OrderBilling): string | undefined => {
  const code = findEuCountry(name)
  return code && getTaxPlace({ country: { code, name }, country_region: null, postal_code }).code
}

/**
 * Whether another tax would apply with the corrected details. Careful: where the answer depends on rules of the place, it
 * is yes. `seller_country` is a name, as in `billing`.
 */
export const changesTax = (
  before: BillingDetails,
  after: BillingDetails,
  { kind }: Pick<OrderTax, 'kind'>,
  seller_country: string,
): boolean => {
  if (before.billing.country !== after.billing.country) return true
  if (before.billing.region !== after.billing.region && COUNTRIES_OF_REGIONAL_TAX.includes(before.billing.country))
    return true
  if (getEuPlace(before.billing) !== getEuPlace(after.billing)) return true
  if (before.vat_number === after.vat_number) return false
  // Without tax because of the number: another number of the same country is as good.
  if (kind === 'reverse_charge') return before.vat_number?.slice(0, 2) !== after.vat_number?.slice(0, 2)
  // A business in another country would account for the tax itself.
  const isCharged = kind !== 'none' && kind !== 'sales_tax'
  return isCharged && before.billing.country !== seller_country && after.vat_number !== null
}

/** Returns the number of the corrected document: "LT-2026-000042-C1". `count` is how many there were. */
export const formatCorrectionNumber = (number: string, count: number): string => `${number}-C${count + 1}`
