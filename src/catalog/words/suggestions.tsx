/** What a search field opens: what was searched before, or what somebody who types this may be looking for. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Aperture, Clapperboard, History, Search, SlidersHorizontal, type LucideIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'

import { call } from '#platform/call.ts'
import { callKey } from '#platform/query.ts'

import type { Kept } from '../search-field.tsx'
import { suggestClips, suggestionKinds, type Suggestion } from '../words-contract.ts'
import { highlight } from './highlight.ts'
import { forgetSearches, rememberSearch, useRecentSearches } from './recent-searches.ts'

import styles from './suggestions.module.css'

/** Long enough that a quick typist asks once. */
const pause_ms = 120

type Kind = Suggestion['kind'] | 'recent'
type Row = Omit<Suggestion, 'kind'> & { kind: Kind }

const headings: Record<Kind, string> = {
  recent: 'Recent searches',
  term: 'Searches',
  filter: 'Filters',
  collection: 'Collections',
  filmmaker: 'Filmmakers',
  clip: 'Clips',
}

const icons: Record<Kind, LucideIcon> = {
  recent: History,
  term: Search,
  filter: SlidersHorizontal,
  collection: Clapperboard,
  filmmaker: Aperture,
  clip: Clapperboard,
}

type SuggestionsProps = {
  /** Of the list. */
  id: string
  typed: string
  keep: Kept
  active: string | undefined
  /** Where they lead takes the place of this one in the history. */
  replace: boolean
  onCount: (options: number) => void
}

export default function Suggestions({ id, typed, keep, active, replace, onCount }: SuggestionsProps) {
  const recent = useRecentSearches()
  const asked = useSettled(typed.trim())
  const { data } = useQuery({
    queryKey: callKey(suggestClips, { query: { q: asked } }),
    queryFn: ({ signal }) => call(suggestClips, { query: { q: asked } }, { signal }),
    enabled: asked !== '',
    placeholderData: keepPreviousData,
  })
  const isEmpty = typed.trim() === ''
  const rows: readonly Row[] = isEmpty ? recent.map(recentRow) : (data?.data ?? [])
  const meant = isEmpty ? undefined : data?.meta.meant
  useEffect(() => onCount(rows.length), [rows.length, onCount])

  const groups = (['recent', ...suggestionKinds] as const)
    .map(kind => ({ kind, rows: rows.filter(row => row.kind === kind) }))
    .filter(group => group.rows.length > 0)
  /** Words keep the filters of the page that they are typed on. */
  const pathOf = ({ kind, label, path }: Row) =>
    kind === 'term' || kind === 'recent' ? `/clips?${new URLSearchParams([['q', label], ...keep.map(pair)])}` : path

  return (
    <div className={styles.panel}>
      <p role="status" className="visually-hidden">
        {rows.length === 0 ? '' : `${rows.length} suggestions${meant === undefined ? '' : ` for ${meant}`}`}
      </p>
      {isEmpty && recent.length > 0 && (
        <button type="button" className={styles.clear} onClick={forgetSearches}>
          Clear
        </button>
      )}
      {meant !== undefined && rows.length > 0 && (
        <p className={styles.hint}>
          Did you mean <b>{meant}</b>?
        </p>
      )}
      {rows.length === 0 && isEmpty && (
        <p className={styles.hint}>
          Say it plainly: <b>slow motion aerial ocean, no people</b>. Words in “quotes” are taken exactly, and a minus
          leaves out: <b>city -night</b>.
        </p>
      )}
      {rows.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no element is a list of grouped links to choose from while typing
        <div id={id} role="listbox" aria-label="Suggestions">
          {groups.map(({ kind, rows }) => (
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <optgroup> belongs to <select>
            <div key={kind} role="group" aria-labelledby={`${id}-${kind}`} className={styles.group} data-kind={kind}>
              <h3 id={`${id}-${kind}`} role="presentation">
                {headings[kind]}
              </h3>
              {rows.map((row, i) => (
                <Option
                  key={row.path}
                  id={`${id}-${kind}-${i}`}
                  active={active === `${id}-${kind}-${i}`}
                  {...{ row, replace, typed: meant ?? asked, path: pathOf(row) }}
                />
              ))}
            </div>
          ))}
        </div>
      )}
    </div>
  )
}

const pair = ([name, value]: readonly [string, string]): [string, string] => [name, value]

const recentRow = (words: string): Row => ({ kind: 'recent', label: words, path: words, note: '', picture: null })

type OptionProps = { id: string; row: Row; path: string; typed: string; active: boolean; replace: boolean }

const Option = ({ id, row: { kind, label, note, picture }, path, typed, active, replace }: OptionProps) => {
  const Icon = icons[kind]
  return (
    <Link
      id={id}
      to={path}
      replace={replace}
      role="option"
      discover="none"
      aria-selected={active}
      // The field keeps the focus.
      tabIndex={-1}
      onMouseDown={event => event.preventDefault()}
      onClick={() => (kind === 'term' || kind === 'recent') && rememberSearch(label)}
      className={styles.option}
    >
      {picture ? (
        <img src={picture.url} alt="" width={picture.width} height={picture.height} decoding="async" />
      ) : (
        <Icon aria-hidden="true" />
      )}
      <span className={styles.label}>
        {highlight(label, kind === 'recent' ? '' : typed).map(({ text, typed }, i) =>
          // oxlint-disable-next-line react/no-array-index-key -- stretches of one text
          typed ? <mark key={i}>{text}</mark> : <span key={i}>{text}</span>,
        )}
      </span>
      {note !== '' && <span className={styles.note}>{note}</span>}
    </Link>
  )
}

/** A text that has not changed for a moment; the first at once. */
const useSettled = (text: string): string => {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pause_ms)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
