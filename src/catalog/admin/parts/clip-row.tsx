/** A clip in the list: checkbox, picture and state. */
import type { KeyboardEvent } from 'react'
import { NavLink } from 'react-router'

import { formatDateTime } from '#ui/admin/format-date.ts'
import { cx } from '#ui/cx.ts'

import { ClipThumb } from '../../clip-thumb.tsx'
import { clipStateLabels, type ClipState } from '../../review.ts'
import type { StaffClipSummary } from '../contract.ts'

import listPage from '#ui/admin/resource-list.module.css'
import css from './clip-row.module.css'

export const clipStateTones: Record<ClipState, string | undefined> = {
  draft: undefined,
  in_review: undefined,
  published: 'good',
  withdrawn: 'bad',
}

type ClipRowProps = {
  clip: StaffClipSummary
  /** The list's query string, kept while moving through it. */
  query: string
  isChosen: boolean
  onToggle: (isRange: boolean) => void
}

export const ClipRow = ({ clip, query, isChosen, onToggle }: ClipRowProps) => {
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
        className={cx(listPage.row, listPage.pictured, css.row)}
        preventScrollReset
        onKeyDown={onKeyDown}
      >
        <span className={listPage.picture}>
          <ClipThumb thumbs={thumbs} sizes="72px" />
        </span>
        <span className={listPage.name}>{name}</span>
        <span className={listPage.state} data-tone={clipStateTones[state]}>
          {clipStateLabels[state]}
        </span>
        <span className={listPage.under}>
          {filmmaker}, {collection}
        </span>
        <span className={cx('mono', listPage.end)}>{formatDateTime(updated_at)}</span>
      </NavLink>
    </li>
  )
}
