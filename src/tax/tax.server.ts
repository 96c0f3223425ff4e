import { toDay } from '#platform/day.ts'
import type { Db } from '#platform/db/database.server.ts'
import { loadGroups } from '#platform/settings/settings.server.ts'

import type { TaxLocation } from './places.ts'
import { decideTax, type Seller, type TaxRule } from './tax-rule.ts'
import type { Vat } from './vat-number.ts'

/** Reads what is saved, so that a sale never depends on what another process has not loaded yet. */
export const loadTaxSeller = async (db: Db): Promise<Seller> => {
  const { tax, company } = await loadGroups(db, ['tax', 'company'])
  return { country: company.country, settings: tax }
}

/** Returns the tax rule for a location and a buyer with this VAT number, as of now. Works offline. */
export const getTaxRule = async (
  db: Db,
  location: TaxLocation,
  submittedVat: Vat | null,
  now: Date,
): Promise<TaxRule> => decideTax(location, submittedVat, await loadTaxSeller(db), toDay(now))
