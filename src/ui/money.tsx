/** Amounts in US dollars. */
import { formatCents } from '#platform/money.ts'

import { cx } from './cx.ts'

import styles from './money.module.css'

type MoneyProps = {
  cents: number
  /** The previous price, struck through in front. */
  was_cents?: number
  /** Uses tabular figures, for columns of amounts. */
  mono?: boolean
  className?: string
}

export const Money = ({ cents, was_cents, mono, className }: MoneyProps) => {
  const isReduced = was_cents !== undefined && was_cents > cents
  return (
    <span className={cx(styles.money, mono && 'mono', className)}>
      {isReduced ? (
        <>
          <span className="visually-hidden">was </span>
          <s className={styles.was}>{formatCents(was_cents)}</s> <span className="visually-hidden">now </span>
        </>
      ) : null}
      {formatCents(cents)}
    </span>
  )
}
