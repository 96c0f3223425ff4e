import { Money } from '#ui/money.tsx'

import { sentence, type ChoiceWithFormat } from '../choice.ts'
import { PriceBreakdown } from '../price-breakdown.tsx'
import { priceOf } from '../price.ts'
import type { Prices, Tier } from '../prices.ts'

import css from './license-price.module.css'

type LicensePriceProps = { prices: Prices; tier: Tier; choice: ChoiceWithFormat }

/** The license in words, its price, and why. */
export const LicensePrice = ({ prices, tier, choice }: LicensePriceProps) => {
  if (choice.distribution_ids.length === 0)
    return (
      <p className={css.missing} role="status">
        Choose at least one distribution to see the price.
      </p>
    )
  const price = priceOf({ choice, tier, format_id: choice.format_id }, prices)
  return (
    <div className={css.price}>
      <p className={css.amount} aria-live="polite">
        <Money cents={price.cents} was_cents={price.list_cents} />
      </p>
      <p className={css.sentence}>{sentence(choice)}.</p>
      <h3 className={css.why}>Why this price</h3>
      <PriceBreakdown price={price} />
    </div>
  )
}
