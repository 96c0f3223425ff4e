/** Why a price is what it is, as a bill. */
import { Money } from '#ui/money.tsx'

import type { Price } from './price.ts'

import css from './price-breakdown.module.css'

export const PriceBreakdown = ({ price: { lines, cents } }: { price: Price }) => (
  <dl className={css.bill}>
    {lines.map(line => (
      <div key={line.label} className={css.line}>
        <dt>{line.label}</dt>
        <dd>
          <Money cents={line.cents} mono />
        </dd>
      </div>
    ))}
    <div className={css.total}>
      <dt>Price of the license</dt>
      <dd>
        <Money cents={cents} mono />
      </dd>
    </div>
  </dl>
)
