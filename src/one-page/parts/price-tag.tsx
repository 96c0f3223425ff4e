import { formatCents } from '#platform/money.ts'

import css from './price-tag.module.css'

/** An amount as it stands on a price tag: its cents raised. */
export const PriceTag = ({ cents }: { cents: number }) => {
  const text = formatCents(cents)
  const [dollars, rest] = text.split('.')
  return (
    <span className={css.tag}>
      <span className="visually-hidden">{text}</span>
      <span aria-hidden>
        {dollars}
        <sup>{rest}</sup>
      </span>
    </span>
  )
}
