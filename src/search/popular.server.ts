/** Popular searches, each with a cover and a clip count. */
import type { FastifyInstance } from 'fastify'

import type { ClipCard, Facets } from '#catalog/contract.ts'
import { coverOfClip } from '#catalog/covers.server.ts'
import { termSlug } from '#catalog/paths.ts'
import { cacheWithRefresh } from '#platform/cache.server.ts'
import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/http/serve.server.ts'

import { listPopularSearches, MAX_POPULAR_SEARCHES, type PopularSearch } from './popular-contract.ts'
import type { SearchRequest, Search } from './search.server.ts'

const CACHE_MS = 600_000
const DEFAULT_LIMIT = 24
/** A term that a larger share of all clips has is too general to be listed. */
const MAX_SHARE = 1 / 8

/** Returns logged search terms, most popular first. */
type LoadLoggedTerms = (n: number) => Promise<{ term: string }[]>

export const popularApi = (
  app: FastifyInstance,
  { clock }: Pick<Deps, 'clock'>,
  search: Search,
  loadLoggedTerms: LoadLoggedTerms,
) => {
  const popular = cacheWithRefresh(clock, CACHE_MS, () => buildPopularSearches(search, loadLoggedTerms))

  serve(app, listPopularSearches, async ({ query: { limit = DEFAULT_LIMIT } }) => ({
    data: (await popular.get()).slice(0, limit),
  }))
}

/** Until enough searches are logged, frequent keywords and subcategories fill the list. */
const buildPopularSearches = async (
  { search, catalogTotals }: Search,
  loadLoggedTerms: LoadLoggedTerms,
): Promise<PopularSearch[]> => {
  const [loggedTerms, { facets, total }] = await Promise.all([
    loadLoggedTerms(MAX_POPULAR_SEARCHES),
    catalogTotals.get(),
  ])
  const terms = new Map<string, string>()
  for (const term of [...loggedTerms.map(logged => logged.term), ...frequentTerms(facets, total)]) {
    const slug = termSlug(term)
    if (terms.size < MAX_POPULAR_SEARCHES && !terms.has(slug)) terms.set(slug, term.toLowerCase())
  }
  const searches: PopularSearch[] = []
  // One at a time: only the first visitor waits for this.
  for (const [slug, term] of terms) {
    const { cards, meta } = await search(toSearchRequest(term))
    const { total, total_is_estimate = false } = meta.pagination
    const [bestClip] = JSON.parse(cards) as ClipCard[]
    const [category] = meta.facets?.category ?? []
    if (bestClip)
      searches.push({
        term,
        slug,
        clip_count: total,
        total_is_estimate,
        category: category ? { slug: category.value, name: category.label } : null,
        cover: coverOfClip(bestClip),
      })
  }
  return searches
}

const toSearchRequest = (q: string): SearchRequest => ({
  q,
  include: {},
  exclude: {},
  sort: 'relevance',
  page: 1,
  per_page: 1,
})

const frequentTerms = ({ keyword, subcategory }: Facets, total: number): string[] =>
  [...keyword, ...subcategory]
    .filter(({ count }) => count <= total * MAX_SHARE)
    .toSorted((a, b) => b.count - a.count)
    .map(({ label }) => label)
