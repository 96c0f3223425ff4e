/** A bar chart of a year's earnings by month, with refunds as text. */
import { Money } from '#ui/money.tsx'

import type { Earnings } from '../contract.ts'
import { monthName, monthShort } from '../months.ts'

import css from './month-bars.module.css'

export const MonthBars = ({ months }: Pick<Earnings, 'months'>) => {
  const max = Math.max(...months.map(({ earned }) => earned.unformatted), 1)
  return (
    <ol className={css.months}>
      {months.map(({ month, earned, refunded, licenses }) => (
        <li key={month} data-quiet={licenses === 0 && refunded.unformatted === 0 ? '' : undefined}>
          <span className={css.month}>
            <span aria-hidden="true">{monthShort(month)}</span>
            <span className="visually-hidden">{monthName(month)}</span>
          </span>
          <span className={css.rail} aria-hidden="true">
            <span className={css.bar} style={{ '--share': earned.unformatted / max } as React.CSSProperties} />
          </span>
          <span className={css.amount}>
            <Money cents={earned.unformatted} mono />
            {licenses > 0 && (
              <span>
                {licenses} {licenses === 1 ? 'license' : 'licenses'}
              </span>
            )}
            {refunded.unformatted > 0 && <span>{`−${refunded.formatted} refunded`}</span>}
          </span>
        </li>
      ))}
    </ol>
  )
}
