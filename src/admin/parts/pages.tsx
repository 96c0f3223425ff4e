/** The pages of a list. One of several lists of a page has a parameter of its own in the address. */
import { Link, useSearchParams } from 'react-router'

import css from './room.module.css'

type Props = {
  /** "Pages of quotes" */
  label: string
  page: number
  total_pages: number
  /** Where the list is; otherwise this address. */
  path?: string
  param?: string
  words?: readonly [before: string, after: string]
}

export const Pages = ({
  label,
  page,
  total_pages,
  path = '',
  param = 'page',
  words: [before, after] = ['Previous', 'Next'],
}: Props) => {
  const [asked] = useSearchParams()
  if (total_pages <= 1) return null
  const to = (page: number) => {
    const query = new URLSearchParams(asked)
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
