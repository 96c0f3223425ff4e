/** Builds the search page: searches, and finds broader searches when nothing matches. */
import { loadCategories } from '#catalog/categories.server.ts'
import type { ClipCard, Facets, TextReading } from '#catalog/contract.ts'
import { browsePath, type BrowseQuery } from '#catalog/filters.ts'
import { cacheWithRefresh } from '#platform/cache.server.ts'
import type { Deps } from '#platform/deps.ts'

import { getFirstPage, PER_PAGE } from './parts/browse-query.ts'
import { withReadFilters } from './parts/read-filters.ts'
import { listFurtherRelaxations, listRelaxations, type Relaxation } from './relaxations.ts'
import { loadPopularTerms } from './search-log.server.ts'
import type { SearchPage } from './search-page-contract.ts'
import type { Search, SearchRequest } from './search.server.ts'

/** How many broader searches are tried for an empty result, how many of them are shown, and with how many clips each. */
const MAX_TRIED = 12
const MAX_SHOWN = 4
const CLIPS_PER_SEARCH = 4
const MAX_POPULAR = 8
/** How long categories and popular searches are cached. */
const CACHE_MS = 60_000

/** What a search depends on besides its query. */
type SearchViewer = Pick<SearchRequest, 'licensed' | 'language' | 'orders_of'>

/** `clips` is JSON text. */
type Results = { kind: 'results'; clips: string; page: Omit<SearchPage, 'kind' | 'clips'> }
type Redirect = { kind: 'redirect'; path: string }

export const openSearchPage = ({ db, clock }: Pick<Deps, 'db' | 'clock'>, { search }: Search) => {
  const categories = cacheWithRefresh(clock, CACHE_MS, async () =>
    (await loadCategories(db)).filter(({ parent }) => parent === null).toSorted((a, b) => b.clip_count - a.clip_count),
  )

  const popular = cacheWithRefresh(clock, CACHE_MS, () => loadPopularTerms(db, MAX_POPULAR, clock.now()))

  return async (browse: BrowseQuery, viewer: SearchViewer): Promise<Results | Redirect> => {
    /** Returns the searches that have results, the closest first. */
    const tryRelaxations = async (candidates: readonly Relaxation[]) => {
      const tried = await Promise.all(
        candidates.slice(0, MAX_TRIED).map(async ({ label, browse: query, cost }) => {
          const { cards, meta } = await search({ ...query, ...viewer, per_page: CLIPS_PER_SEARCH, counted: false })
          const { total, total_is_estimate = false } = meta.pagination
          return { cost, cards, label, path: browsePath(query), total, total_is_estimate }
        }),
      )
      const nonEmpty = tried.filter(({ total }) => total > 0).toSorted((a, b) => a.cost - b.cost || b.total - a.total)
      // Of two searches with the same results, the closer one stays.
      const hasSameResults = (a: (typeof tried)[number], b: (typeof tried)[number]) =>
        a.total === b.total && a.cards === b.cards
      return nonEmpty
        .filter((result, i) => nonEmpty.findIndex(other => hasSameResults(other, result)) === i)
        .slice(0, MAX_SHOWN)
        .map(({ cards, cost: _, ...result }) => ({ ...result, clips: JSON.parse(cards) as ClipCard[] }))
    }

    const findAlternatives = async (facets: Facets, reading: TextReading | null) => {
      // What was read from the words can be given up, too.
      const query = reading?.is_empty
        ? { ...browse, q: '' }
        : { ...withReadFilters(browse, reading?.filters ?? []), q: reading?.words ?? '' }
      const closest = await tryRelaxations(listRelaxations(query, facets))
      return {
        categories: await categories.get(),
        popular: (await popular.get()).map(({ term }) => term),
        searches: closest.length > 0 ? closest : await tryRelaxations(listFurtherRelaxations(query, facets)),
      }
    }

    // The pages up to the requested one are one longer page.
    const { cards, meta } = await search({
      ...browse,
      ...viewer,
      ...(getFirstPage(browse.page) === 1 ? { page: 1, per_page: browse.page * PER_PAGE } : { per_page: PER_PAGE }),
      counted: true,
    })
    const { total, total_is_estimate = false } = meta.pagination
    const last_page = Math.ceil(total / PER_PAGE)
    if (total > 0 && browse.page > last_page)
      return { kind: 'redirect', path: browsePath({ ...browse, page: last_page }) }
    const { facets, facets_are_estimates = false, reading = null } = meta
    if (!facets) throw new Error('A search with `counted` has facets.')
    const alternatives = total === 0 ? await findAlternatives(facets, reading) : null
    return {
      kind: 'results',
      clips: cards,
      page: { reading, total, total_is_estimate, last_page, facets, facets_are_estimates, alternatives },
    }
  }
}
