import { Money } from '#ui/money.tsx'

import { choiceSentence, type ChoiceWithFormat } from '../choice.ts'
import { calculateClipsPrice, type PricedClip } from '../clips-price.ts'
import type { Prices } from '../prices.ts'
import { formatOf } from '../terms.ts'

import bill from '../price-breakdown.module.css'
import css from './license-price.module.css'

type ClipsPriceProps = { prices: Prices; clips: readonly PricedClip[]; choice: ChoiceWithFormat }

/** The total price of several clips under one license, with the breakdown. */
export const ClipsPrice = ({ prices, clips, choice }: ClipsPriceProps) => {
  if (choice.distribution_ids.length === 0)
    return (
      <p className={css.missing} role="status">
        Choose at least one distribution to see the price.
      </p>
    )
  const { rows, cents } = calculateClipsPrice(clips, choice, prices)
  return (
    <div className={css.price}>
      <p className={css.amount} aria-live="polite">
        <Money cents={cents} />
      </p>
      <p className={css.sentence}>{choiceSentence(choice)}.</p>
      <h3 className={css.why}>How it adds up</h3>
      <dl className={bill.bill}>
        {rows.map(({ tier, format_id, count, each_cents }) => (
          <div key={`${tier}${format_id}`} className={bill.line}>
            <dt>
              {count} × {tier}, {formatOf(format_id).name}
            </dt>
            <dd>
              <Money cents={count * each_cents} mono />
            </dd>
          </div>
        ))}
        <div className={bill.total}>
          <dt>License total</dt>
          <dd>
            <Money cents={cents} mono />
          </dd>
        </div>
      </dl>
    </div>
  )
}
