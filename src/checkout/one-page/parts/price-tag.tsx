import { formatCents } from '#platform/money.ts'

import css from './price-tag.module.css'

/** An amount with raised cents. */
export const PriceTag = ({ cents }: { cents: number }) => {
  const text = formatCents(cents)
  const [dollars, fraction] = text.split('.')
  return (
    <span className={css.tag}>
      <span className="visually-hidden">{text}</span>
      <span aria-hidden>
        {dollars}
        <sup>{fraction}</sup>
      </span>
    </span>
  )
}
