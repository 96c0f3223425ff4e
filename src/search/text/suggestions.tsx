/** The popup of a search field: recent searches, or suggestions for the typed text. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Aperture, Clapperboard, History, Search, SlidersHorizontal, type LucideIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'

import { call } from '#platform/http/call.ts'
import { callKey } from '#platform/http/query.ts'

import type { PreservedParams } from '../search-field.tsx'
import { suggestClips, suggestionKinds, type Suggestion } from '../search-text-contract.ts'
import { highlight } from './highlight.ts'
import { clearRecentSearches, saveRecentSearch, useRecentSearches } from './recent-searches.ts'

import styles from './suggestions.module.css'

/** Long enough that a fast typist causes one request. */
const DEBOUNCE_MS = 120

type SuggestionRowKind = Suggestion['kind'] | 'recent'
type SuggestionRow = Omit<Suggestion, 'kind'> & { kind: SuggestionRowKind }

const headings: Record<SuggestionRowKind, string> = {
  recent: 'Recent searches',
  term: 'Searches',
  filter: 'Filters',
  collection: 'Collections',
  filmmaker: 'Filmmakers',
  clip: 'Clips',
}

const icons: Record<SuggestionRowKind, LucideIcon> = {
  recent: History,
  term: Search,
  filter: SlidersHorizontal,
  collection: Clapperboard,
  filmmaker: Aperture,
  clip: Clapperboard,
}

type SuggestionsProps = {
  /** The id of the list. */
  id: string
  typed: string
  keep: PreservedParams
  active: string | undefined
  /** Whether following a suggestion replaces the current history entry. */
  replace: boolean
  onCount: (options: number) => void
}

export default function Suggestions({ id, typed, keep, active, replace, onCount }: SuggestionsProps) {
  const recent = useRecentSearches()
  const query = useDebouncedText(typed.trim())
  const { data } = useQuery({
    queryKey: callKey(suggestClips, { query: { q: query } }),
    queryFn: ({ signal }) => call(suggestClips, { query: { q: query } }, { signal }),
    enabled: query !== '',
    placeholderData: keepPreviousData,
  })
  const isEmpty = typed.trim() === ''
  const rows: readonly SuggestionRow[] = isEmpty ? recent.map(toRecentRow) : (data?.data ?? [])
  const correctedQuery = isEmpty ? undefined : data?.meta.meant
  useEffect(() => onCount(rows.length), [rows.length, onCount])

  const groups = (['recent', ...suggestionKinds] as const)
    .map(kind => ({ kind, rows: rows.filter(row => row.kind === kind) }))
    .filter(group => group.rows.length > 0)
  /** Searches keep the filters of the current page. */
  const pathOf = ({ kind, label, path }: SuggestionRow) =>
    kind === 'term' || kind === 'recent' ? `/clips?${new URLSearchParams([['q', label], ...keep.map(toPair)])}` : path

  return (
    <div className={styles.panel}>
      <p role="status" className="visually-hidden">
        {rows.length === 0
          ? ''
          : `${rows.length} suggestions${correctedQuery === undefined ? '' : ` for ${correctedQuery}`}`}
      </p>
      {isEmpty && recent.length > 0 && (
        <button type="button" className={styles.clear} onClick={clearRecentSearches}>
          Clear
        </button>
      )}
      {correctedQuery !== undefined && rows.length > 0 && (
        <p className={styles.hint}>
          Did you mean <b>{correctedQuery}</b>?
        </p>
      )}
      {rows.length === 0 && isEmpty && (
        <p className={styles.hint}>
          Describe it in your own words: <b>slow motion aerial ocean, no people</b>. Words in “quotes” are taken
          exactly, and a minus leaves out: <b>city -night</b>.
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
                <SuggestionOption
                  key={row.path}
                  id={`${id}-${kind}-${i}`}
                  active={active === `${id}-${kind}-${i}`}
                  {...{ row, replace, typed: correctedQuery ?? query, path: pathOf(row) }}
                />
              ))}
            </div>
          ))}
        </div>
      )}
    </div>
  )
}

const toPair = ([name, value]: readonly [string, string]): [string, string] => [name, value]

const toRecentRow = (text: string): SuggestionRow => ({
  kind: 'recent',
  label: text,
  path: text,
  note: '',
  picture: null,
})

type SuggestionOptionProps = {
  id: string
  row: SuggestionRow
  path: string
  typed: string
  active: boolean
  replace: boolean
}

const SuggestionOption = ({
  id,
  row: { kind, label, note, picture },
  path,
  typed,
  active,
  replace,
}: SuggestionOptionProps) => {
  const Icon = icons[kind]
  return (
    <Link
      id={id}
      to={path}
      replace={replace}
      role="option"
      discover="none"
      aria-selected={active}
      // The input keeps the focus.
      tabIndex={-1}
      onMouseDown={event => event.preventDefault()}
      onClick={() => (kind === 'term' || kind === 'recent') && saveRecentSearch(label)}
      className={styles.option}
    >
      {picture ? (
        <img src={picture.url} alt="" width={picture.width} height={picture.height} decoding="async" />
      ) : (
        <Icon aria-hidden="true" />
      )}
      <span className={styles.label}>
        {highlight(label, kind === 'recent' ? '' : typed).map(({ text, typed }, i) =>
          // oxlint-disable-next-line react/no-array-index-key -- segments of one text
          typed ? <mark key={i}>{text}</mark> : <span key={i}>{text}</span>,
        )}
      </span>
      {note !== '' && <span className={styles.note}>{note}</span>}
    </Link>
  )
}

/** Returns the text once it has not changed for a moment. The initial text is returned at once. */
const useDebouncedText = (text: string): string => {
  const [debounced, setDebounced] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return debounced
}
