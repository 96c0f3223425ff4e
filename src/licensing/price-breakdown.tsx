/** A price's breakdown, line by line. */
import { cx } from '#ui/cx.ts'
import { Money } from '#ui/money.tsx'

import type { Price } from './price.ts'

import css from './price-breakdown.module.css'

/** An amount already paid toward the price, with its label. */
export type PaidAmount = { label: string; cents: number }

export const PriceBreakdown = ({ price: { lines, cents }, paid }: { price: Price; paid?: PaidAmount | undefined }) => (
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
      <dt>License total</dt>
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
