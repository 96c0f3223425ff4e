/** Links to the pages of a list. When a page has several lists, each has its own query parameter. */
import { Link, useSearchParams } from 'react-router'

import css from './resource-list.module.css'

type AdminPaginationProps = {
  /** The accessible name, such as "Pages of quotes". */
  label: string
  page: number
  total_pages: number
  /** The path of the list; the current path by default. */
  path?: string
  param?: string
  labels?: readonly [before: string, after: string]
}

export const AdminPagination = ({
  label,
  page,
  total_pages,
  path = '',
  param = 'page',
  labels: [before, after] = ['Previous', 'Next'],
}: AdminPaginationProps) => {
  const [params] = useSearchParams()
  if (total_pages <= 1) return null
  const to = (page: number) => {
    const query = new URLSearchParams(params)
    query.set(param, String(page))
    return `${path}?${query}`
  }
  return (
    <nav className={css.pages} aria-label={label}>
      {page > 1 && <Link to={to(page - 1)}>{before}</Link>}
      <span className="mono">
        {page} of {total_pages}
      </span>
      {page < total_pages && <Link to={to(page + 1)}>{after}</Link>}
    </nav>
  )
}
