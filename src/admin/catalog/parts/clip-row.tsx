/** A clip in the room's list: a box to choose it, its picture, where it stands. */
import type { KeyboardEvent } from 'react'
import { NavLink } from 'react-router'

import { ClipThumb } from '#catalog/clip-thumb.tsx'
import { stateWords, type ClipState } from '#catalog/review.ts'
import { cx } from '#ui/cx.ts'

import { momentOf } from '../../parts/moment.ts'
import type { StaffClipRow } from '../contract.ts'

import room from '../../parts/room.module.css'
import css from './clip-row.module.css'

export const stateTones: Record<ClipState, string | undefined> = {
  draft: undefined,
  in_review: undefined,
  published: 'good',
  withdrawn: 'bad',
}

type Props = {
  clip: StaffClipRow
  /** What the list is narrowed to: kept while going through it. */
  query: string
  isChosen: boolean
  onToggle: (isRange: boolean) => void
}

export const ClipRow = ({ clip, query, isChosen, onToggle }: Props) => {
  const { id, name, state, filmmaker, collection, updated_at, thumbs } = clip
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'x' || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    onToggle(event.shiftKey)
  }
  return (
    <li className={css.line} data-chosen={isChosen || undefined}>
      <label className={css.box}>
        <input
          type="checkbox"
          checked={isChosen}
          onChange={event => onToggle((event.nativeEvent as MouseEvent).shiftKey)}
          aria-label={`Choose ${name}`}
        />
      </label>
      <NavLink
        to={{ pathname: `/admin/catalog/${id}`, search: query }}
        className={cx(room.row, room.pictured, css.row)}
        preventScrollReset
        onKeyDown={onKeyDown}
      >
        <span className={room.picture}>
          <ClipThumb thumbs={thumbs} sizes="72px" />
        </span>
        <span className={room.name}>{name}</span>
        <span className={room.state} data-tone={stateTones[state]}>
          {stateWords[state]}
        </span>
        <span className={room.under}>
          {filmmaker}, {collection}
        </span>
        <span className={cx('mono', room.end)}>{momentOf(updated_at)}</span>
      </NavLink>
    </li>
  )
}
