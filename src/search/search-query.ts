/** What the engine in memory and PostgreSQL both search for and return. */
import type { Sort } from '#catalog/filters.ts'

import type { FacetCountMap, ViewerTerm } from './engine/engine.ts'
import type { FilterTerms } from './filter-terms.ts'

/** A search request in the form that the engine and PostgreSQL take. */
export type SearchQuery = {
  q: string
  filters: readonly FilterTerms[]
  sort: Sort
  skip: number
  size: number
  counted: boolean
  held?: ViewerTerm | undefined
}
export type SearchResult = {
  cards: string
  total: number
  /** Whether the total and the facets are estimates. */
  is_estimate: boolean
  estimated: boolean
  facets: FacetCountMap
  /** For each filter with an inclusion, the facets of the results without that filter. */
  without: ReadonlyMap<string, FacetCountMap>
  held: number
}
