/** What waits for an answer, above the orders. */
import { Link } from 'react-router'

import type { QuoteRow } from './contract.ts'
import { shortDay } from './dates.ts'

import css from './open-quotes.module.css'

/** Nothing when none is open. */
export const OpenQuotes = ({ quotes }: { quotes: readonly QuoteRow[] }) =>
  quotes.length === 0 ? null : (
    <section className={css.quotes} aria-labelledby="open-quotes">
      <h2 id="open-quotes">{quotes.length === 1 ? 'A quote for you' : 'Quotes for you'}</h2>
      <ul>
        {quotes.map(({ number, note, total, clips_count, expires_at }) => (
          <li key={number} className={css.row}>
            <Link to={`/workspace/quotes/${number}`} className={css.number}>
              {number}
            </Link>
            <span className={css.note}>
              {clips_count === 1 ? '1 clip' : `${clips_count} clips`}
              {note && ` · ${note}`}
            </span>
            <span className={css.until}>Good until {shortDay(expires_at)}</span>
            <span className={css.total}>
              {total.formatted} <small>before tax</small>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
