/** API of the suggestions for a search text. */
import type { FastifyInstance } from 'fastify'

import type { ClipCard } from '#catalog/contract.ts'
import { emptyBrowseQuery, type Sort } from '#catalog/filters.ts'
import { clipPath } from '#catalog/paths.ts'
import { cacheWithRefresh, cacheByKey } from '#platform/cache.server.ts'
import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/http/serve.server.ts'

import * as contract from './search-text-contract.ts'
import type { Search } from './search.server.ts'
import { loadClipPictures, loadCollectionPictures } from './text/pictures.server.ts'
import { createPrefixIndex } from './text/prefix-index.ts'
import { listFilterSuggestions, buildSuggestions } from './text/suggest.ts'

/** Prefixes repeat often, so all users share one cached response. */
const SUGGESTIONS_CACHE_MS = 10_000
/** Each response takes up to 4 kB. */
const MAX_CACHED_SUGGESTIONS = 2_000
const MAX_CLIP_SUGGESTIONS = 4
const MAX_RANKED_CLIPS = 2_000
/** How many more searches to try when the first finds no clips. */
const MAX_FALLBACK_SEARCHES = 2
const FILTERS_CACHE_MS = 60_000

export const searchTextApi = (
  app: FastifyInstance,
  { db, clock }: Deps,
  { search, catalogTotals, terms, names, hasMatches }: Search,
) => {
  const filters = cacheWithRefresh(clock, FILTERS_CACHE_MS, async () =>
    createPrefixIndex(
      listFilterSuggestions((await catalogTotals.get()).facets),
      option => option.label,
      option => option.count,
    ),
  )

  const findClips = (q: string, sort: Sort, limit: number) =>
    search({ ...emptyBrowseQuery, q, exact: true, sort, page: 1, per_page: limit, counted: false })

  /** Ranking very many clips takes longer than typing, so large results are sorted by popularity. */
  const findBestClips = async (q: string): Promise<ClipCard[]> => {
    const popular = await findClips(q, 'popular', MAX_CLIP_SUGGESTIONS)
    const { total } = popular.meta.pagination
    const { cards } =
      total <= MAX_CLIP_SUGGESTIONS || total > MAX_RANKED_CLIPS
        ? popular
        : await findClips(q, 'relevance', MAX_CLIP_SUGGESTIONS)
    return JSON.parse(cards) as ClipCard[]
  }

  const shareClipSuggestions = cacheByKey<contract.Suggestion[]>(clock, SUGGESTIONS_CACHE_MS, MAX_CACHED_SUGGESTIONS)

  /** Suggests clips of the first search that finds any. */
  const suggestClipsOf = async ([q, ...fallbacks]: readonly string[]): Promise<contract.Suggestion[]> => {
    if (q === undefined) return []
    const suggestions = await shareClipSuggestions(q, () => loadClipSuggestions(q))
    return suggestions.length > 0 ? suggestions : suggestClipsOf(fallbacks.slice(0, MAX_FALLBACK_SEARCHES))
  }

  const loadClipSuggestions = async (q: string): Promise<contract.Suggestion[]> => {
    const cards = await findBestClips(q)
    const pictures = await loadClipPictures(
      db,
      cards.map(card => card.id),
    )
    return cards.map(card => ({
      kind: 'clip',
      label: card.name,
      path: clipPath(card),
      note: card.collection.data.filmmaker.data.name,
      picture: pictures.get(card.id) ?? null,
    }))
  }

  const addPictures = async (suggestions: readonly contract.Suggestion[]): Promise<contract.Suggestion[]> => {
    const collectionIdOf = ({ kind, path }: contract.Suggestion) =>
      kind === 'collection' ? Number(path.split('/').at(-1)) : undefined
    const pictures = await loadCollectionPictures(
      db,
      suggestions.flatMap(suggestion => collectionIdOf(suggestion) ?? []),
    )
    return suggestions.map(suggestion => ({
      ...suggestion,
      picture: pictures.get(collectionIdOf(suggestion) ?? 0) ?? null,
    }))
  }

  const shareResponse = cacheByKey<{ data: contract.Suggestion[]; meta: { meant?: string } }>(
    clock,
    SUGGESTIONS_CACHE_MS,
    MAX_CACHED_SUGGESTIONS,
  )

  serve(app, contract.suggestClips, ({ query }) =>
    shareResponse(query.q.trim().toLowerCase(), async () => {
      const sources = { terms: await terms.get(), names: await names.get(), filters: await filters.get() }
      const { suggestions, meant, searches } = await buildSuggestions(query.q, sources, hasMatches)
      const [pictured, clips] = await Promise.all([addPictures(suggestions), suggestClipsOf(searches)])
      return { data: [...pictured, ...clips], meta: { ...(meant !== undefined && { meant }) } }
    }),
  )
}
