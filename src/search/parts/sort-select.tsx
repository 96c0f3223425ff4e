/** The sort order of the results, as a form that also works without JavaScript. */
import { useNavigate } from 'react-router'

import { browsePath, formatBrowseQuery, sortLabels, sorts, type BrowseQuery } from '#catalog/filters.ts'
import { SelectField } from '#ui/select.tsx'

import styles from './sort-select.module.css'

export const SortSelect = ({ browse }: { browse: BrowseQuery }) => {
  const navigate = useNavigate()
  const hiddenFields = [...formatBrowseQuery({ ...browse, sort: 'relevance', page: 1 })]
  return (
    <form action="/clips" className={styles.form}>
      {hiddenFields.map(([name, value]) => (
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
          const sort = sorts.find(candidate => candidate === event.target.value) ?? 'relevance'
          void navigate(browsePath({ ...browse, sort, page: 1 }), { preventScrollReset: true })
        }}
      >
        {sorts.map(sort => (
          <option key={sort} value={sort}>
            {sort === 'relevance' && browse.q === '' ? 'Featured' : sortLabels[sort]}
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
