/** Why a price is what it is, as a bill. */
import { cx } from '#ui/cx.ts'
import { Money } from '#ui/money.tsx'

import type { Price } from './price.ts'

import css from './price-breakdown.module.css'

/** What of a price is paid already, and what for. */
export type PaidAlready = { label: string; cents: number }

export const PriceBreakdown = ({ price: { lines, cents }, paid }: { price: Price; paid?: PaidAlready | undefined }) => (
  <dl className={css.bill}>
    {lines.map(line => (
      <div key={line.label} className={css.line}>
        <dt>{line.label}</dt>
        <dd>
          <Money cents={line.cents} mono />
        </dd>
      </div>
    ))}
    <div className={cx(css.total, paid && css.before)}>
      <dt>Price of the license</dt>
      <dd>
        <Money cents={cents} mono />
      </dd>
    </div>
    {paid && (
      <>
        <div className={css.line}>
          <dt>{paid.label}</dt>
          <dd>
            <Money cents={-paid.cents} mono />
          </dd>
        </div>
        <div className={css.total}>
          <dt>To pay, before tax</dt>
          <dd>
            <Money cents={Math.max(0, cents - paid.cents)} mono />
          </dd>
        </div>
      </>
    )}
  </dl>
)
