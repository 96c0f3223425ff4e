/** The license and price of an item: its rate's while that holds and has clips left, else the price table's. */
import { groupId, tidyChoice, type LicenseChoice } from '#licensing/choice.ts'
import { priceOf, type Price } from '#licensing/price.ts'
import type { Prices, Tier } from '#licensing/prices.ts'
import { clipsLeft, rateChoice, ratePrice, rateRefusal, rateState } from '#rates/rate.ts'
import type { Rate } from '#rates/rates.server.ts'

import type { ItemRow } from './pricing.server.ts'

type Terms = {
  choice: LicenseChoice
  /** null: without the rate it cannot be sold. */
  price: Price | null
  rate: Rate | null
  /** Why the rate that it was put under does not count. */
  refusal: string | null
}
type Sold = Terms & { price: Price }
type Lost = Terms & { price: null }

export type ItemTerms = (item: ItemRow, tier: Tier) => Sold | Lost

/** Items are asked about in their order: the first ones get what is left of a rate. */
export const termsUnderRates = (rates: ReadonlyMap<number, Rate>, prices: Prices, now: Date): ItemTerms => {
  const taken = new Map<number, number>()

  const plain = (item: ItemRow, tier: Tier, refusal: string | null): Sold | Lost => {
    const choice = tidyChoice(item)
    const isSold = choice.distribution_ids.every(id => prices.distributions[id])
    const price = isSold ? priceOf({ choice, tier, format_id: item.format_id }, prices) : null
    return price ? { choice, price, rate: null, refusal } : { choice, price, rate: null, refusal }
  }

  return (item, tier) => {
    if (item.rate_id === null) return plain(item, tier, null)
    const rate = rates.get(item.rate_id)
    if (!rate) return plain(item, tier, 'This preferred rate is not for this workspace')
    const state = rateState(rate, now)
    if (state !== 'active') return plain(item, tier, rateRefusal(rate.name, state))
    const count = (taken.get(rate.id) ?? 0) + 1
    const left = clipsLeft(rate)
    if (left !== null && count > left)
      return plain(
        item,
        tier,
        `The preferred rate “${rate.name}” has only ${left === 1 ? '1 clip' : `${left} clips`} left`,
      )
    taken.set(rate.id, count)
    return { choice: rateChoice(rate), price: ratePrice(rate, item.format_id, prices), rate, refusal: null }
  }
}

/** One for each license group of a cart: the same license, under the same rate. */
export const groupKey = (choice: LicenseChoice, rate_id: number | null): string =>
  rate_id === null ? groupId(choice) : `${groupId(choice)}-R${rate_id}`
