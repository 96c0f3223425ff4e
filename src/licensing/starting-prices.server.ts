/** The starting prices of a price table: computed on the server, because pages don't load the rest of the price. */
import type { LicenseChoice } from './choice.ts'
import { priceOf } from './price.ts'
import type { Prices } from './prices.ts'
import type { StartingPrices } from './starting-price.ts'
import { endClientSizes, formats, type Tier } from './terms.ts'

/**
 * Returns the starting prices of a price table, without the non-profit discount. Further distributions only add to a price, so
 * one is enough.
 */
export const toStartingPrices = (prices: Prices): StartingPrices => {
  const [anyFormat = 0] = formats.map(({ id }) => id).filter(id => prices.format_cents[id] !== undefined)
  const licensePrice = (tier: Tier, distribution_id: number, end_client_size: number) => {
    const choice: LicenseChoice = { org_type: 'commercial', end_client_size, distribution_ids: [distribution_id] }
    return priceOf({ choice, tier, format_id: anyFormat }, prices).cents
  }
  const lowest = (tier: Tier) =>
    Math.min(
      ...Object.keys(prices.distributions).flatMap(id =>
        endClientSizes.map(size => licensePrice(tier, Number(id), size.id)),
      ),
    ) - (prices.format_cents[anyFormat] ?? 0)
  return {
    license_cents: { standard: lowest('standard'), premium: lowest('premium'), signature: lowest('signature') },
    format_cents: prices.format_cents,
  }
}
