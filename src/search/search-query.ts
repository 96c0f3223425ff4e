/** What the engine in memory and PostgreSQL both search for and return. */
import type { EngineQuery, EngineResult } from './engine/engine.ts'
import type { FilterTerms } from './filter-terms.ts'

/** A search request in the form that the engine and PostgreSQL take. */
export type SearchQuery = Omit<EngineQuery, 'filters' | 'among' | 'cap' | 'facetsOf' | 'statistics'> & {
  filters: readonly FilterTerms[]
}

/** `cards` is JSON text. `is_estimate`: whether the totals and the facets are estimates. */
export type SearchResult = Omit<EngineResult, 'clip_ids'> & { cards: string; is_estimate: boolean }
