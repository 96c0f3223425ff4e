/** Pages of one of several lists on a page: each has a parameter of its own in the address. */
import { Link, useSearchParams } from 'react-router'

import room from '../../pages/people.module.css'

type Props = { page: number; total_pages: number; param: string; label: string }

export const Pages = ({ page, total_pages, param, label }: Props) => {
  const [asked] = useSearchParams()
  if (total_pages <= 1) return null
  const to = (page: number) => {
    const query = new URLSearchParams(asked)
    query.set(param, String(page))
    return `?${query}`
  }
  return (
    <nav className={room.pages} aria-label={label}>
      {page > 1 && <Link to={to(page - 1)}>Newer</Link>}
      <span className="mono">
        {page} of {total_pages}
      </span>
      {page < total_pages && <Link to={to(page + 1)}>Older</Link>}
    </nav>
  )
}
