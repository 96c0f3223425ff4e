/** Reads search text: filters in plain language, and misspelled words. */
import { emptyBrowseQuery } from '#catalog/filters.ts'
import { cacheByKey } from '#platform/cache.server.ts'
import type { Deps } from '#platform/deps.ts'

import type { Search } from '../search.server.ts'
import { correctSpelling } from './correct.ts'
import { createNameIndex } from './names.server.ts'
import { createCatalogLoader } from './query-catalog.server.ts'
import { readQuery } from './read-query.ts'
import { createTermIndex } from './terms.server.ts'

/** Whether text finds anything rarely changes. */
const MATCHES_CACHE_MS = 60_000
const MAX_CACHED_MATCHES = 20_000

export const openSearchText = ({ db, clock }: Pick<Deps, 'db' | 'clock'>, { search, vocabulary }: Search) => {
  const terms = createTermIndex(db, clock)
  const names = createNameIndex(db, clock)
  const loadCatalog = createCatalogLoader(vocabulary, names)
  const shareMatch = cacheByKey<boolean>(clock, MATCHES_CACHE_MS, MAX_CACHED_MATCHES)

  /** Whether any clip matches a text. Sorts by date, since relevance does not matter for a yes or no. */
  const hasMatches = (q: string) =>
    shareMatch(q, async () => {
      const { meta } = await search({ ...emptyBrowseQuery, q, sort: 'newest', page: 1, per_page: 1, counted: false })
      return meta.pagination.total > 0
    })

  return {
    terms,
    names,
    hasMatches,
    readFilters: async (q: string) => readQuery(q, await loadCatalog()),
    /** Returns null when every word is known or has no similar word. */
    correct: async (q: string) => correctSpelling(q, (await terms.get()).spellChecker, hasMatches),
  }
}

export type SearchText = ReturnType<typeof openSearchText>
