/** The values of one filter as rows: a press includes a value, the minus button excludes it. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'

import { listFacetValues } from '#catalog/contract.ts'
import { formatNumber } from '#catalog/counts.ts'
import { filterTable, type FilterName } from '#catalog/filter-table.ts'
import { filterStateOf, type BrowseQuery } from '#catalog/filters.ts'
import { colorNames, type ColorName } from '#catalog/visual/color-names.ts'
import { call } from '#platform/http/call.ts'
import { callKey } from '#platform/http/query.ts'

import { toClipQuery } from './browse-query.ts'
import { createAddressBuilder, type FilterRow } from './filter-rows.ts'

import styles from './filter-values.module.css'

/** How many values are listed at first, and how many can be listed without a search field. */
const INITIAL_VALUES = 7
const MAX_WITHOUT_SEARCH = 12

type FilterValuesProps = { name: FilterName; rows: FilterRow[]; browse: BrowseQuery; isEstimate: boolean }

export const FilterValues = ({ name, rows, browse, isEstimate }: FilterValuesProps) => {
  const { label, traits } = filterTable[name]
  // Values that are active when the panel opens come first. Later choices do not move under the pointer.
  const [initialValues] = useState(() =>
    rows.filter((row, i) => i < INITIAL_VALUES || row.choice).map(row => row.value),
  )
  const [searchText, setSearchText] = useState('')
  const matches = useMatchingRows(name, searchText, browse)
  const getAddress = createAddressBuilder(browse, name)
  const renderList = (listRows: FilterRow[]) => (
    <ul className={styles.values} data-colors={name === 'color' || undefined}>
      {listRows.map(row => (
        <FilterValueRow key={row.value} {...{ name, row, isEstimate, getAddress }} />
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
            <details className={styles.rest}>
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
  row: FilterRow
  isEstimate: boolean
  getAddress: ReturnType<typeof createAddressBuilder>
}

const FilterValueRow = ({ name, row, isEstimate, getAddress }: FilterValueRowProps) => {
  const { value, label, count, choice } = row
  const content = (
    <>
      {name === 'color' && <ColorSwatch color={value as ColorName} />}
      <span className={styles.label}>{label}</span>
      {choice && <span className="visually-hidden">, {choice}d</span>}
      <span className={styles.count}>
        {isEstimate && '~'}
        {formatNumber(count)}
      </span>
    </>
  )
  // A value without results is shown but not offered.
  if (count === 0 && choice === undefined)
    return (
      <li className={styles.row} data-empty="true">
        <span className={styles.pick}>{content}</span>
      </li>
    )
  return (
    <li className={styles.row} data-choice={choice}>
      <a href={getAddress(row, 'include')} rel="nofollow" className={styles.pick}>
        {content}
      </a>
      <a
        href={getAddress(row, 'exclude')}
        rel="nofollow"
        className={styles.drop}
        title={choice === 'exclude' ? 'Do not leave out' : 'Leave out'}
        aria-label={choice === 'exclude' ? `Do not leave out ${label}` : `Leave out ${label}`}
      />
    </li>
  )
}

const ColorSwatch = ({ color }: { color: ColorName }) => (
  <span aria-hidden="true" className={styles.swatch} style={{ background: colorNames[color] }} />
)
