/** Answers about the words of a search: suggestions, plain language, corrections. */
import type { FastifyInstance } from 'fastify'

import type { Deps } from '#platform/deps.ts'
import { remember, shared } from '#platform/remember.server.ts'
import { serve } from '#platform/serve.server.ts'

import type { ClipCard } from './contract.ts'
import { emptyBrowse, type Sort } from './filters.ts'
import { clipPath } from './paths.ts'
import type { Search } from './search.server.ts'
import * as contract from './words-contract.ts'
import { openCatalog } from './words/catalog.server.ts'
import { correctWords } from './words/correct.ts'
import { openNames } from './words/names.server.ts'
import { clipPictures, collectionPictures } from './words/pictures.server.ts'
import { openPrefixes } from './words/prefixes.ts'
import { readQuery } from './words/read-query.ts'
import { filterValues, suggestFor } from './words/suggest.ts'
import { openTerms } from './words/terms.server.ts'

/** Beginnings of words are asked over and over: an answer serves everybody for so long. */
const suggestions_fresh_ms = 10_000
/** Up to 4 kB each. */
const most_suggestions = 2_000
const most_clips = 4
const most_compared = 2_000
/** Whether words find anything changes seldom. */
const known_fresh_ms = 60_000
const most_known = 20_000
/** Searches that are tried for clips after the first. */
const most_tried = 2
const filters_fresh_ms = 60_000

export const wordsApi = (app: FastifyInstance, { db, clock }: Deps, { search, vocabulary, whole }: Search) => {
  const terms = openTerms(db, clock)
  const names = openNames(db, clock)
  const catalog = openCatalog(vocabulary, names)
  const filters = remember(clock, filters_fresh_ms, async () =>
    openPrefixes(
      filterValues((await whole.get()).facets),
      one => one.label,
      one => one.count,
    ),
  )

  const ask = (q: string, sort: Sort, n: number) =>
    search({ ...emptyBrowse, q, sort, page: 1, per_page: n, counted: false })

  const known = shared<boolean>(clock, known_fresh_ms, most_known)
  /** Without comparing words: whether there is any is all that matters. */
  const finds = (q: string) => known(q, async () => (await ask(q, 'newest', 1)).meta.pagination.total > 0)

  /** Comparing the words of very many clips takes longer than somebody types; of so many the popular ones will do. */
  const best = async (q: string): Promise<ClipCard[]> => {
    const popular = await ask(q, 'popular', most_clips)
    const { total } = popular.meta.pagination
    const { cards } = total <= most_clips || total > most_compared ? popular : await ask(q, 'relevance', most_clips)
    return JSON.parse(cards) as ClipCard[]
  }

  const clipsFor = shared<contract.Suggestion[]>(clock, suggestions_fresh_ms, most_suggestions)

  /** Of the first search that finds any. */
  const clipsOf = async ([q, ...others]: readonly string[]): Promise<contract.Suggestion[]> => {
    if (q === undefined) return []
    const found = await clipsFor(q, () => clipSuggestions(q))
    return found.length > 0 ? found : clipsOf(others.slice(0, most_tried))
  }

  const clipSuggestions = async (q: string): Promise<contract.Suggestion[]> => {
    const cards = await best(q)
    const pictures = await clipPictures(
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

  const withPictures = async (suggestions: readonly contract.Suggestion[]): Promise<contract.Suggestion[]> => {
    const idOf = ({ kind, path }: contract.Suggestion) =>
      kind === 'collection' ? Number(path.split('/').at(-1)) : undefined
    const pictures = await collectionPictures(
      db,
      suggestions.flatMap(one => idOf(one) ?? []),
    )
    return suggestions.map(one => ({ ...one, picture: pictures.get(idOf(one) ?? 0) ?? null }))
  }

  const share = shared<{ data: contract.Suggestion[]; meta: { meant?: string } }>(
    clock,
    suggestions_fresh_ms,
    most_suggestions,
  )

  serve(app, contract.suggestClips, ({ query }) =>
    share(query.q.trim().toLowerCase(), async () => {
      const sources = { terms: await terms.get(), names: await names.get(), filters: await filters.get() }
      const { suggestions, meant, searches } = await suggestFor(query.q, sources, finds)
      const [places, clips] = await Promise.all([withPictures(suggestions), clipsOf(searches)])
      return { data: [...places, ...clips], meta: { ...(meant !== undefined && { meant }) } }
    }),
  )

  serve(app, contract.readSearch, async ({ query }) => ({ data: readQuery(query.q, await catalog()) }))

  serve(app, contract.correctSearch, async ({ query }) => ({
    data: await correctWords(query.q, (await terms.get()).near, finds),
  }))
}
