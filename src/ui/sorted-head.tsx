/** A column's head in a table that the server sorts: its link sorts by it, or turns it round. */
import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

import css from './sorted-head.module.css'

type SortedHeadProps = {
  /** The address of the table as it is sorted next. */
  to: string
  /** How it is sorted by this column now; undefined when it is not. */
  way: 'ascending' | 'descending' | undefined
  /** In the place of this entry of the history. */
  replace?: boolean
  className?: string | undefined
  children: ReactNode
}

export const SortedHead = ({ to, way, replace = false, className, children }: SortedHeadProps) => (
  <th scope="col" aria-sort={way} className={className}>
    <Link to={to} className={css.sort} preventScrollReset replace={replace}>
      {children}
      {way && (way === 'ascending' ? <ArrowUp aria-hidden /> : <ArrowDown aria-hidden />)}
    </Link>
  </th>
)
