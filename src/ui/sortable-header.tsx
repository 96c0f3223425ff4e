/** A column header of a server-sorted table. Its link sorts by the column or reverses the order. */
import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

import css from './sortable-header.module.css'

type SortableHeaderProps = {
  /** The URL of the table in the next sort order. */
  to: string
  /** The current direction by this column, or undefined. */
  direction: 'ascending' | 'descending' | undefined
  /** Replaces the current history entry. */
  replace?: boolean
  className?: string | undefined
  children: ReactNode
}

export const SortableHeader = ({ to, direction, replace = false, className, children }: SortableHeaderProps) => (
  <th scope="col" aria-sort={direction} className={className}>
    <Link to={to} className={css.sort} preventScrollReset replace={replace}>
      {children}
      {direction && (direction === 'ascending' ? <ArrowUp aria-hidden /> : <ArrowDown aria-hidden />)}
    </Link>
  </th>
)
