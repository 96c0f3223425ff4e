import { FileText } from 'lucide-react'
import { Link } from 'react-router'

import { callForPage, pageMeta } from '#platform/http/page.ts'
import { ButtonLink } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { EmptyState } from '#ui/empty-state.tsx'

import { listQuotes } from '../contract.ts'
import { formatLongDay } from '../dates.ts'
import { QuoteState } from '../parts/quote-state.tsx'
import type { Route } from './+types/quotes'

import rows from '#ui/linked-rows.module.css'
import css from './quotes.module.css'

export const handle = { footer: false }

export const loader = async (args: Route.LoaderArgs) => {
  const page = args.url.searchParams.get('page') ?? ''
  return callForPage(args, listQuotes, { query: /^[1-9]\d{0,5}$/.test(page) ? { page } : {} })
}

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Quotes', noindex: true })

export default function QuotesPage({ loaderData }: Route.ComponentProps) {
  const { data: quotes, meta } = loaderData
  const { page, total_pages } = meta.pagination
  return (
    <div className={rows.page}>
      <h1>Quotes</h1>
      {quotes.length === 0 ? (
        <EmptyState
          icon={FileText}
          title="No quotes yet"
          action={
            <ButtonLink to="/contact" kind="primary" size="lg">
              Ask for a quote
            </ButtonLink>
          }
        >
          For a buyout, a long list or a price of your own, tell us what you need. Our quotes appear here.
        </EmptyState>
      ) : (
        <ul className={rows.list}>
          {quotes.map(({ number, state, note, total, clips_count, expires_at }) => (
            <li key={number} className={cx(rows.row, css.row)}>
              <div className={rows.what}>
                <Link to={`/workspace/quotes/${number}`} className={cx(rows.name, css.number)}>
                  {number}
                </Link>
                <span className={rows.note}>
                  {clips_count === 1 ? '1 clip' : `${clips_count} clips`}
                  {note && ` · ${note}`}
                </span>
              </div>
              <span className={rows.state}>
                <QuoteState state={state} />
              </span>
              <time className={cx(rows.date, css.date)} dateTime={expires_at}>
                {state === 'open' ? `Until ${formatLongDay(expires_at)}` : formatLongDay(expires_at)}
              </time>
              <span className={css.total}>
                {total.formatted} <small>before tax</small>
              </span>
            </li>
          ))}
        </ul>
      )}
      {total_pages > 1 && (
        <nav className={rows.pages} aria-label="Pages of quotes">
          {page > 1 && <ButtonLink to={`?page=${page - 1}`}>Previous</ButtonLink>}
          <span className="mono">
            {page} of {total_pages}
          </span>
          {page < total_pages && <ButtonLink to={`?page=${page + 1}`}>Next</ButtonLink>}
        </nav>
      )}
    </div>
  )
}
