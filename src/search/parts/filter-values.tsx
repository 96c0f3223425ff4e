/** The values of one filter as rows of two checkboxes: one includes a value, the minus excludes it. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useRef, useState } from 'react'

import { listFacetValues } from '#catalog/contract.ts'
import { formatNumber } from '#catalog/counts.ts'
import { filterTable, type FilterName } from '#catalog/filter-table.ts'
import { filterStateOf, setFilterState, type BrowseQuery } from '#catalog/filters.ts'
import { colorNames, type ColorName } from '#catalog/visual/color-names.ts'
import { call } from '#platform/http/call.ts'
import { callKey } from '#platform/http/query.ts'

import { toClipQuery } from './browse-query.ts'
import type { FilterRow } from './filter-rows.ts'

import styles from './filter-values.module.css'

/** How many values are listed at first, and how many can be listed without a search field. */
const INITIAL_VALUES = 7
const MAX_WITHOUT_SEARCH = 12

type FilterValuesProps = {
  name: FilterName
  /** The form of the checkboxes, which is not around them. */
  form_id: string
  rows: FilterRow[]
  browse: BrowseQuery
  isEstimate: boolean
  onBrowse: (next: BrowseQuery) => void
}

export const FilterValues = ({ name, form_id, rows, browse, isEstimate, onBrowse }: FilterValuesProps) => {
  const { label, traits } = filterTable[name]
  // Values that are active when the panel opens come first. Later choices do not move under the pointer.
  const [initialValues] = useState(() =>
    rows.filter((row, i) => i < INITIAL_VALUES || row.choice).map(row => row.value),
  )
  const [searchText, setSearchText] = useState('')
  const matches = useMatchingRows(name, searchText, browse)
  const rest = useRef<HTMLDetailsElement>(null)
  const onChoose = ({ value, choice }: FilterRow, nextChoice: 'include' | 'exclude') =>
    onBrowse(setFilterState(browse, name, value, choice === nextChoice ? undefined : nextChoice))
  const renderList = (listRows: FilterRow[]) => (
    <ul className={styles.values} data-colors={name === 'color' || undefined}>
      {listRows.map(row => (
        <FilterValueRow key={row.value} {...{ name, form_id, row, isEstimate, onChoose }} />
      ))}
    </ul>
  )
  if (traits || rows.length <= INITIAL_VALUES + 1) return renderList(rows)
  const hiddenRows = rows.filter(row => !initialValues.includes(row.value))
  return (
    <>
      {rows.length > MAX_WITHOUT_SEARCH && (
        <input
          type="search"
          className={styles.find}
          placeholder={`Find a ${label.toLowerCase()}`}
          aria-label={`Find a ${label.toLowerCase()}`}
          maxLength={100}
          value={searchText}
          onChange={event => setSearchText(event.target.value)}
        />
      )}
      {matches ? (
        matches.length > 0 ? (
          renderList(matches)
        ) : (
          <p className={styles.none}>No matching values.</p>
        )
      ) : (
        <>
          {renderList(rows.filter(row => initialValues.includes(row.value)))}
          {hiddenRows.length > 0 && (
            <details
              ref={rest}
              className={styles.rest}
              // The summary disappears, and with it the focus.
              onToggle={() => rest.current?.querySelector<HTMLElement>('input:enabled')?.focus()}
            >
              <summary>{hiddenRows.length} more</summary>
              {renderList(hiddenRows)}
            </details>
          )}
        </>
      )}
    </>
  )
}

/**
 * The panel has only the most frequent values, so the search asks the server. Returns undefined while there is no search text.
 */
const useMatchingRows = (name: FilterName, searchText: string, browse: BrowseQuery): FilterRow[] | undefined => {
  const find = useDeferredValue(searchText.trim())
  const input = { params: { name }, query: { ...toClipQuery(browse, 1, 1), find } }
  const { data } = useQuery({
    queryKey: callKey(listFacetValues, input),
    queryFn: ({ signal }) => call(listFacetValues, input, { signal }),
    placeholderData: keepPreviousData,
    enabled: find !== '',
  })
  if (find === '' || !data) return undefined
  return data.data.map(row => ({ ...row, choice: filterStateOf(browse, name, row.value) }))
}

type FilterValueRowProps = {
  name: FilterName
  form_id: string
  row: FilterRow
  isEstimate: boolean
  onChoose: (row: FilterRow, choice: 'include' | 'exclude') => void
}

const FilterValueRow = ({ name, form_id, row, isEstimate, onChoose }: FilterValueRowProps) => {
  const { value, label, count, choice } = row
  // A value without results is shown but not offered.
  const isEmpty = count === 0 && choice === undefined
  return (
    <li className={styles.row} data-choice={choice} data-empty={isEmpty || undefined}>
      <label className={styles.pick}>
        <input
          type="checkbox"
          form={form_id}
          name={name}
          value={value}
          className={styles.box}
          style={name === 'color' ? { background: colorNames[value as ColorName] } : undefined}
          checked={choice === 'include'}
          disabled={isEmpty}
          onChange={() => onChoose(row, 'include')}
        />
        <span className={styles.label}>{label}</span>
        <span className={styles.count}>
          {isEstimate && '~'}
          {formatNumber(count)}
        </span>
      </label>
      {!isEmpty && (
        <input
          type="checkbox"
          form={form_id}
          name={`no-${name}`}
          value={value}
          className={styles.drop}
          title="Leave out"
          aria-label={`Leave out ${label}`}
          checked={choice === 'exclude'}
          onChange={() => onChoose(row, 'exclude')}
        />
      )}
    </li>
  )
}
