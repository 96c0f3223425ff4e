/** The license and price of an item: those of its rate while it is active and has clips left, else list prices. */
import { groupId, normalizeChoice, type LicenseChoice } from '#licensing/choice.ts'
import { priceOf, type Price } from '#licensing/price.ts'
import type { Prices } from '#licensing/prices.ts'
import { countClipsLeft, toRateChoice, calculateRatePrice, getRateRefusal, getRateState } from '#licensing/rate.ts'
import type { Tier } from '#licensing/terms.ts'
import type { Rate } from '#rates/rates.server.ts'

import type { CartItemRow } from './cart-item.ts'

type ItemTermsBase = {
  choice: LicenseChoice
  /** null: not for sale without the rate. */
  price: Price | null
  rate: Rate | null
  /** Why the item's preferred rate does not apply. */
  refusal: string | null
}
type SellableTerms = ItemTermsBase & { price: Price }
type UnsellableTerms = ItemTermsBase & { price: null }

export type GetItemTerms = (item: CartItemRow, tier: Tier) => SellableTerms | UnsellableTerms

/** Call it with the items in cart order: the first ones use up what is left of a rate. */
export const createItemTerms = (rates: ReadonlyMap<number, Rate>, prices: Prices, now: Date): GetItemTerms => {
  const usedCounts = new Map<number, number>()

  const withoutRate = (item: CartItemRow, tier: Tier, refusal: string | null): SellableTerms | UnsellableTerms => {
    const choice = normalizeChoice(item)
    const isForSale = choice.distribution_ids.every(id => prices.distributions[id])
    const price = isForSale ? priceOf({ choice, tier, format_id: item.format_id }, prices) : null
    return price ? { choice, price, rate: null, refusal } : { choice, price, rate: null, refusal }
  }

  return (item, tier) => {
    if (item.rate_id === null) return withoutRate(item, tier, null)
    const rate = rates.get(item.rate_id)
    if (!rate) return withoutRate(item, tier, 'This preferred rate is not for this workspace')
    const state = getRateState(rate, now)
    if (state !== 'active') return withoutRate(item, tier, getRateRefusal(rate.name, state))
    const count = (usedCounts.get(rate.id) ?? 0) + 1
    const remaining = countClipsLeft(rate)
    if (remaining !== null && count > remaining)
      return withoutRate(
        item,
        tier,
        `The preferred rate “${rate.name}” has only ${remaining === 1 ? '1 clip' : `${remaining} clips`} left`,
      )
    usedCounts.set(rate.id, count)
    return { choice: toRateChoice(rate), price: calculateRatePrice(rate, item.format_id, prices), rate, refusal: null }
  }
}

/** Returns the key of an item's license group: the same license under the same rate. */
export const groupKey = (choice: LicenseChoice, rate_id: number | null): string =>
  rate_id === null ? groupId(choice) : `${groupId(choice)}-R${rate_id}`
