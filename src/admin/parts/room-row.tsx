/** One of a room's list, in two lines; what the list is narrowed to is kept while going through it. */
import type { ReactNode } from 'react'
import { NavLink, useSearchParams } from 'react-router'

import { cx } from '#ui/cx.ts'

import css from './room.module.css'

type Props = {
  to: string
  picture?: ReactNode
  title: ReactNode
  state?: ReactNode
  tone?: 'good' | 'bad' | undefined
  under: ReactNode
  end?: ReactNode
}

export const RoomRow = ({ to, picture, title, state, tone, under, end }: Props) => {
  const [asked] = useSearchParams()
  // Where somebody is in the parts of one says nothing of another.
  const kept = new URLSearchParams(asked)
  kept.delete('at')
  return (
    <li>
      <NavLink
        to={{ pathname: to, search: kept.toString() }}
        className={cx(css.row, picture !== undefined && css.pictured)}
        preventScrollReset
      >
        {picture !== undefined && <span className={css.picture}>{picture}</span>}
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
