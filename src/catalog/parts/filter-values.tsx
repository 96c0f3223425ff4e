/** The values of one filter as rows: a press asks for one, the minus beside it leaves it out. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'

import { call } from '#platform/call.ts'
import { callKey } from '#platform/query.ts'

import { listFacetValues } from '../contract.ts'
import { filterTable, type FilterName } from '../filter-table.ts'
import { choiceOf, type Browse } from '../filters.ts'
import { colorNames, type ColorName } from '../looks/color-names.ts'
import { numberOf } from './counts.ts'
import { addressesIn, type FilterRow } from './filter-rows.ts'
import { queryOf } from './searches.ts'

import styles from './filter-values.module.css'

/** So many values of a filter are shown at once, and so many can be looked through without a search. */
const at_once = 7
const easy = 12

type FilterValuesProps = { name: FilterName; rows: FilterRow[]; browse: Browse; about: boolean }

export const FilterValues = ({ name, rows, browse, about }: FilterValuesProps) => {
  const { label, traits } = filterTable[name]
  // What was chosen when the panel opened comes first; what is chosen now stays under the pointer.
  const [first] = useState(() => rows.filter((row, i) => i < at_once || row.choice).map(row => row.value))
  const [wanted, setWanted] = useState('')
  const found = useFoundRows(name, wanted, browse)
  const addresses = addressesIn(browse, name)
  const list = (some: FilterRow[]) => (
    <ul className={styles.values} data-colors={name === 'color' || undefined}>
      {some.map(row => (
        <Value key={row.value} {...{ name, row, about, addresses }} />
      ))}
    </ul>
  )
  if (traits || rows.length <= at_once + 1) return list(rows)
  const rest = rows.filter(row => !first.includes(row.value))
  return (
    <>
      {rows.length > easy && (
        <input
          type="search"
          className={styles.find}
          placeholder={`Find a ${label.toLowerCase()}`}
          aria-label={`Find a ${label.toLowerCase()}`}
          maxLength={100}
          value={wanted}
          onChange={event => setWanted(event.target.value)}
        />
      )}
      {found ? (
        found.length > 0 ? (
          list(found)
        ) : (
          <p className={styles.none}>Nothing here is called that.</p>
        )
      ) : (
        <>
          {list(rows.filter(row => first.includes(row.value)))}
          {rest.length > 0 && (
            <details className={styles.rest}>
              <summary>{rest.length} more</summary>
              {list(rest)}
            </details>
          )}
        </>
      )}
    </>
  )
}

/** The panel holds the most frequent values only: the shop is asked for the others. undefined while nothing is looked for. */
const useFoundRows = (name: FilterName, wanted: string, browse: Browse): FilterRow[] | undefined => {
  const find = useDeferredValue(wanted.trim())
  const input = { params: { name }, query: { ...queryOf(browse, 1, 1), find } }
  const { data } = useQuery({
    queryKey: callKey(listFacetValues, input),
    queryFn: ({ signal }) => call(listFacetValues, input, { signal }),
    placeholderData: keepPreviousData,
    enabled: find !== '',
  })
  if (find === '' || !data) return undefined
  return data.data.map(row => ({ ...row, choice: choiceOf(browse, name, row.value) }))
}

type ValueProps = {
  name: FilterName
  row: FilterRow
  about: boolean
  addresses: ReturnType<typeof addressesIn>
}

const Value = ({ name, row, about, addresses }: ValueProps) => {
  const { value, label, count, choice } = row
  const inside = (
    <>
      {name === 'color' && <Swatch color={value as ColorName} />}
      <span className={styles.label}>{label}</span>
      {choice && <span className="visually-hidden">, {choice}d</span>}
      <span className={styles.count}>
        {about && '~'}
        {numberOf(count)}
      </span>
    </>
  )
  // Nothing to find: said, not offered.
  if (count === 0 && choice === undefined)
    return (
      <li className={styles.row} data-empty="true">
        <span className={styles.pick}>{inside}</span>
      </li>
    )
  return (
    <li className={styles.row} data-choice={choice}>
      <a href={addresses(row, 'include')} rel="nofollow" className={styles.pick}>
        {inside}
      </a>
      <a
        href={addresses(row, 'exclude')}
        rel="nofollow"
        className={styles.drop}
        title={choice === 'exclude' ? 'Do not leave out' : 'Leave out'}
        aria-label={choice === 'exclude' ? `Do not leave out ${label}` : `Leave out ${label}`}
      />
    </li>
  )
}

const Swatch = ({ color }: { color: ColorName }) => (
  <span aria-hidden="true" className={styles.swatch} style={{ background: colorNames[color] }} />
)
