/** Tells the data layer what was looked for, and which filters it was narrowed by. */
import { useEffect, useRef } from 'react'

import { tell } from '#platform/data-layer.ts'

import { printBrowse, type Browse } from '../filters.ts'

export const useTellOfResults = (browse: Browse, results: number): void => {
  const { q } = browse
  const print = printBrowse({ ...browse, q: '', page: 1, sort: 'relevance' })
  const filters = print.toString()
  const told = useRef({ q: '', filters: '' })
  useEffect(() => {
    if (q !== told.current.q && q !== '') tell('search', { search_term: q, results })
    if (filters !== told.current.filters) tell('filter', { filters: [...new URLSearchParams(filters).keys()], results })
    told.current = { q, filters }
  }, [q, filters, results])
}
