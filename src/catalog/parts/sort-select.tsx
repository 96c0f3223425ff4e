/** The order of a result, as a form that the browser could send by itself. */
import { useNavigate } from 'react-router'

import { SelectField } from '#ui/select.tsx'

import { browsePath, printBrowse, sortNames, sorts, type Browse } from '../filters.ts'

import styles from './sort-select.module.css'

export const SortSelect = ({ browse }: { browse: Browse }) => {
  const navigate = useNavigate()
  const others = [...printBrowse({ ...browse, sort: 'relevance', page: 1 })]
  return (
    <form action="/clips" className={styles.form}>
      {others.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <SelectField
        label="Sort by"
        labelHidden
        dense
        name="sort"
        value={browse.sort}
        className={styles.select}
        onChange={event => {
          const sort = sorts.find(one => one === event.target.value) ?? 'relevance'
          void navigate(browsePath({ ...browse, sort, page: 1 }), { preventScrollReset: true })
        }}
      >
        {sorts.map(sort => (
          <option key={sort} value={sort}>
            {sort === 'relevance' && browse.q === '' ? 'Featured' : sortNames[sort]}
          </option>
        ))}
      </SelectField>
      <noscript>
        <button type="submit" className={styles.apply}>
          Sort
        </button>
      </noscript>
    </form>
  )
}
