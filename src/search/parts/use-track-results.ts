/** Reports searches and filter changes to the data layer. */
import { useEffect, useRef } from 'react'

import { formatBrowseQuery, type BrowseQuery } from '#catalog/filters.ts'
import { trackEvent } from '#platform/analytics/data-layer.ts'

export const useTrackResults = (browse: BrowseQuery, results: number): void => {
  const { q } = browse
  const params = formatBrowseQuery({ ...browse, q: '', page: 1, sort: 'relevance' })
  const filters = params.toString()
  const reported = useRef({ q: '', filters: '' })
  useEffect(() => {
    if (q !== reported.current.q && q !== '') trackEvent('search', { search_term: q, results })
    if (filters !== reported.current.filters)
      trackEvent('filter', { filters: [...new URLSearchParams(filters).keys()], results })
    reported.current = { q, filters }
  }, [q, filters, results])
}
