/** A two-line row of an admin list. Its link keeps the list's query parameters. */
import type { ReactNode } from 'react'
import { NavLink, useSearchParams } from 'react-router'

import { cx } from '../cx.ts'

import css from './resource-list.module.css'

type AdminRowProps = {
  to: string
  picture?: ReactNode
  /** A round picture, or initials. */
  avatar?: ReactNode
  title: ReactNode
  state?: ReactNode
  tone?: 'good' | 'bad' | undefined
  under: ReactNode
  end?: ReactNode
}

export const AdminRow = ({ to, picture, avatar, title, state, tone, under, end }: AdminRowProps) => {
  const [params] = useSearchParams()
  // `at` is a position inside the selected row, so it means nothing for another row.
  const rowParams = new URLSearchParams(params)
  rowParams.delete('at')
  return (
    <li>
      <NavLink
        to={{ pathname: to, search: rowParams.toString() }}
        className={cx(css.row, picture !== undefined && css.pictured, avatar !== undefined && css.portrayed)}
        preventScrollReset
      >
        {picture !== undefined && <span className={css.picture}>{picture}</span>}
        {avatar !== undefined && <span className={css.avatar}>{avatar}</span>}
        <span className={css.name}>{title}</span>
        <span className={css.state} data-tone={tone}>
          {state}
        </span>
        <span className={css.under}>{under}</span>
        <span className={css.end}>{end}</span>
      </NavLink>
    </li>
  )
}
