/** The entries of a log for staff, newest first, with links to older ones. */
import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { toSearchParams } from '#platform/http/search-params.ts'

import page from './detail-page.module.css'
import css from './log.module.css'

type LogQuery = Record<string, string | undefined>

type LogResultsProps = {
  path: string
  className: string | undefined
  label: string
  pagesLabel: string
  /** Shown for a log without any entry. */
  emptyText: string
  filters: LogQuery
  /** The cursor of this page, undefined for the newest one, and of the next one, null for the last one. */
  before: string | undefined
  next: string | null
  entries: readonly ReactNode[]
}

export const LogResults = ({ path, className, label, pagesLabel, emptyText, entries, ...query }: LogResultsProps) => {
  const { filters, before, next } = query
  const filterParams = toSearchParams(filters)
  return (
    <>
      {entries.length === 0 ? (
        <p className={page.none}>
          {filterParams.size === 0 && before === undefined ? (
            emptyText
          ) : (
            <>
              Nothing matches. <Link to={path}>Show the full log</Link>
            </>
          )}
        </p>
      ) : (
        <ol className={className} aria-label={label}>
          {entries}
        </ol>
      )}
      {(next !== null || before !== undefined) && (
        <nav className={css.pages} aria-label={pagesLabel}>
          {before !== undefined && <Link to={`?${filterParams}`}>Newest</Link>}
          {next !== null && <Link to={`?${toSearchParams({ ...filters, before: next })}`}>Older</Link>}
        </nav>
      )}
    </>
  )
}
