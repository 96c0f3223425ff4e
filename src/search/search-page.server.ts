/** Builds the search page: reads the text, searches, corrects the spelling, and finds broader searches, in this order. */
import { loadCategories } from '#catalog/categories.server.ts'
import type { ClipCard, Facets } from '#catalog/contract.ts'
import { browsePath, setFilterState, type BrowseQuery } from '#catalog/filters.ts'
import { cacheWithRefresh } from '#platform/cache.server.ts'
import type { Deps } from '#platform/deps.ts'

import { getFirstPage, PER_PAGE } from './parts/browse-query.ts'
import { listFurtherRelaxations, listRelaxations, type Relaxation } from './relaxations.ts'
import type { SearchPage } from './search-page-contract.ts'
import type { Search, SearchPage as ClipPage } from './search.server.ts'
import type { SearchText } from './text/search-text.server.ts'

/** How many broader searches are tried for an empty result, how many of them are shown, and with how many clips each. */
const MAX_TRIED = 12
const MAX_SHOWN = 4
const CLIPS_PER_SEARCH = 4
const CATEGORIES_CACHE_MS = 60_000

/** `clips` is JSON text. */
type Results = { kind: 'results'; clips: string; page: Omit<SearchPage, 'kind' | 'clips'> }
type Redirect = { kind: 'redirect'; path: string }

export const openSearchPage = ({ db, clock }: Pick<Deps, 'db' | 'clock'>, { search }: Search, text: SearchText) => {
  const categories = cacheWithRefresh(clock, CATEGORIES_CACHE_MS, async () =>
    (await loadCategories(db)).filter(({ parent }) => parent === null).toSorted((a, b) => b.clip_count - a.clip_count),
  )

  /** `licensed`: the ids of the clips that the user's workspace has licensed. */
  return async (
    browse: BrowseQuery,
    licensed: readonly number[],
    isPlainLanguage: boolean,
  ): Promise<Results | Redirect> => {
    const countClips = async (query: BrowseQuery) =>
      (await search({ ...query, licensed, page: 1, per_page: 1, counted: false })).meta.pagination.total

    /** The pages up to the requested one are one longer page. */
    const searchPages = (query: BrowseQuery) =>
      search({
        ...query,
        licensed,
        ...(getFirstPage(query.page) === 1 ? { page: 1, per_page: query.page * PER_PAGE } : { per_page: PER_PAGE }),
        counted: true,
      })

    /** Returns the searches that have results, the closest first. */
    const tryRelaxations = async (candidates: readonly Relaxation[]) => {
      const tried = await Promise.all(
        candidates.slice(0, MAX_TRIED).map(async ({ label, browse: query, cost }) => {
          const { cards, meta } = await search({ ...query, licensed, per_page: CLIPS_PER_SEARCH, counted: false })
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

    const findAlternatives = async (query: BrowseQuery, facets: Facets) => {
      const closest = await tryRelaxations(listRelaxations(query, facets))
      return {
        categories: await categories.get(),
        searches: closest.length > 0 ? closest : await tryRelaxations(listFurtherRelaxations(query, facets)),
      }
    }

    const toResults = async (
      query: BrowseQuery,
      { cards, meta }: ClipPage,
      typed: SearchPage['typed'] = null,
    ): Promise<Results | Redirect> => {
      const { total, total_is_estimate = false } = meta.pagination
      const last_page = Math.ceil(total / PER_PAGE)
      if (total > 0 && query.page > last_page)
        return { kind: 'redirect', path: browsePath({ ...query, page: last_page }) }
      const { facets, facets_are_estimates = false } = meta
      if (!facets) throw new Error('A search with `counted` has facets.')
      const alternatives = total === 0 ? await findAlternatives(query, facets) : null
      const { q } = query
      return {
        kind: 'results',
        clips: cards,
        page: { q, typed, total, total_is_estimate, last_page, facets, facets_are_estimates, alternatives },
      }
    }

    const filtered = isPlainLanguage && browse.q !== '' ? await applyFilters(browse, text) : undefined
    if (filtered && (await countClips(filtered)) > 0) return { kind: 'redirect', path: browsePath(filtered) }
    const results = await searchPages(browse)
    if (results.meta.pagination.total > 0 || !isPlainLanguage || browse.q === '') return toResults(browse, results)
    // When neither words nor filters find anything, filters are better, because they can be removed one by one.
    if (filtered) return { kind: 'redirect', path: browsePath(filtered) }
    const correction = await text.correct(browse.q)
    if (!correction) return toResults(browse, results)
    const corrected = { ...browse, q: correction.corrected }
    const correctedResults = await searchPages(corrected)
    if (correctedResults.meta.pagination.total === 0) return toResults(browse, results)
    return toResults(corrected, correctedResults, {
      words: browse.q,
      path: browsePath({ ...browse, q: correction.exact, page: 1 }),
    })
  }
}

/** Returns the search with the filters that its text names; undefined when it names none. */
const applyFilters = async (browse: BrowseQuery, text: SearchText): Promise<BrowseQuery | undefined> => {
  const { words, filters, exclusions } = await text.readFilters(browse.q)
  if (filters.length + exclusions.length === 0) return undefined
  return filters
    .flatMap(({ values, ...filter }) => values.map(value => ({ ...filter, value })))
    .reduce<BrowseQuery>(
      (result, { name, value, exclude }) => setFilterState(result, name, value, exclude ? 'exclude' : 'include'),
      { ...browse, q: words },
    )
}
