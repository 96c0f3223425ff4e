/** The search: what is asked for, who answers it, and the answer in the API's words. */
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/database.server.ts'
import { pagination } from '#platform/lists.ts'
import { refuse } from '#platform/refusal.ts'
import { remember } from '#platform/remember.server.ts'

import { openCards } from './cards.server.ts'
import type { Facets } from './contract.ts'
import type { Counts, Engine, Held } from './engine/engine.ts'
import { followSearch } from './engine/follow.server.ts'
import { valuesLike } from './facet-values.server.ts'
import { facetsByFilter, facetsOfResult, openVocabulary } from './facets.server.ts'
import type { FilterName } from './filter-table.ts'
import { type FilterWords, filterWords, hasRanges } from './filter-words.ts'
import type { Filters, Sort } from './filters.ts'
import { searchBySql } from './sql-search.server.ts'
import { openTyped } from './typed.server.ts'

/** Without the engine matches are counted up to here; beyond, totals and facets are estimates and say so. */
export const counting_cap = 10_000
const whole_catalog_fresh_ms = 10_000
/** As `filterWords` writes the filter's one value. */
const licensed_word = '~license=licensed'
const not_yet_refusal = 'What your workspace licensed cannot be looked through just now. Please try again in a moment.'

export type Ask = {
  q: string
  include: Filters
  exclude: Filters
  sort: Sort
  page: number
  per_page: number
  /** Facets come with the first page unless nobody will look at them. */
  counted?: boolean
  /** The clips that the workspace of whoever asks holds licenses of. */
  licensed?: readonly number[]
}

/** An ask as those who answer it take it. */
export type Wanted = {
  q: string
  filters: readonly FilterWords[]
  sort: Sort
  skip: number
  size: number
  counted: boolean
  held?: Held | undefined
}
export type Answer = {
  cards: string
  total: number
  /** Of the total, and of facets. */
  is_estimate: boolean
  estimated: boolean
  facets: Counts
  /** For each filter with an inclusion: the facets of what would match without it. */
  without: ReadonlyMap<string, Counts>
  held: number
}

/** What a search answers: JSON text of the cards, and the rest as values. */
type Meta = ReturnType<typeof pagination> & { facets?: Facets; facets_are_estimates?: boolean }
export type Result = { cards: string; meta: Meta }

/** PostgreSQL takes every character but NUL, and overflows at 32 minus signs before one word. */
const forPostgres = (q: string) => q.replaceAll('\0', ' ').replaceAll(/-(?=[^\p{L}\p{N}"]*-)/gu, ' ')

export const openSearch = ({ db, clock }: { db: Db; clock: Clock }, cap = counting_cap) => {
  const vocabulary = openVocabulary(db, clock)
  const typedOf = openTyped(db, clock)
  const cards = openCards(db)
  const follower = followSearch(db)
  follower.onChange(cards.forget)

  const byEngine = async (engine: Engine, wanted: Wanted): Promise<Answer | undefined> => {
    const typed = wanted.q.trim() === '' ? undefined : await typedOf(wanted.q)
    if (wanted.q.trim() !== '' && !typed) return undefined
    const { clip_ids, ...found } = engine.find({
      ...wanted,
      typed: typed?.wide,
      exact: typed?.exact,
      facetsOf: facetsByFilter(await vocabulary.all()),
    })
    return { ...found, cards: await cards.list(clip_ids), is_estimate: false }
  }

  const answer = async (wanted: Wanted): Promise<Answer> => {
    const engine = await follower.current()
    const found = engine && (await byEngine(engine, wanted))
    if (found) return found
    // PostgreSQL searches documents, and what somebody holds stands in none.
    if (wanted.filters.some(({ name }) => name === 'license')) throw refuse(503, not_yet_refusal)
    return searchBySql(db, wanted, cap)
  }

  const find = async (ask: Ask): Promise<Answer> => {
    const { q, include, exclude, sort, page, per_page, counted = false, licensed = [] } = ask
    const known = hasRanges(include, exclude) ? await vocabulary.all() : undefined
    return answer({
      q: forPostgres(q),
      filters: filterWords(include, exclude, known),
      sort,
      skip: (page - 1) * per_page,
      size: per_page,
      counted,
      held: licensed.length > 0 ? { filter: 'license', lexeme: licensed_word, clip_ids: licensed } : undefined,
    })
  }

  const search = async (ask: Ask): Promise<Result> => {
    const { include, exclude, page, per_page, counted = page === 1 } = ask
    const found = await find({ ...ask, counted })
    const meta = pagination(page, per_page, found.total, found.is_estimate)
    if (!counted) return { cards: found.cards, meta }
    const facets = await facetsOfResult(vocabulary, found, { include, exclude })
    return { cards: found.cards, meta: { ...meta, facets, ...(found.estimated && { facets_are_estimates: true }) } }
  }

  /** Values of one filter that begin like `like`, as they stand in a result. */
  const valuesOf = async (
    asked: Pick<Ask, 'q' | 'include' | 'exclude' | 'licensed'>,
    name: FilterName,
    like: string,
  ) => {
    const found = await find({ ...asked, sort: 'newest', page: 1, per_page: 1, counted: true })
    return { values: await valuesLike(vocabulary, found, name, like), estimated: found.estimated }
  }

  /** How many clips there are, and their facets. */
  const whole = remember(clock, whole_catalog_fresh_ms, async () => {
    const { meta } = await search({ q: '', include: {}, exclude: {}, sort: 'newest', page: 1, per_page: 1 })
    return { total: meta.pagination.total, facets: meta.facets as Facets }
  })

  return { vocabulary, whole, search, valuesOf }
}

export type Search = ReturnType<typeof openSearch>
