/** The list of open quotes, above the orders. */
import { Link } from 'react-router'

import type { QuoteListItem } from './contract.ts'
import { formatShortDay } from './dates.ts'

import css from './open-quotes.module.css'

/** Renders nothing if no quote is open. */
export const OpenQuotes = ({ quotes }: { quotes: readonly QuoteListItem[] }) =>
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
            <span className={css.until}>Good until {formatShortDay(expires_at)}</span>
            <span className={css.total}>
              {total.formatted} <small>before tax</small>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
