/** Turns the text of a search request into filters and a plan: other languages, plain language, spelling, synonyms. */
import type { TextReading } from '#catalog/contract.ts'
import { filterTable } from '#catalog/filter-table.ts'
import { emptyBrowseQuery, type Filters } from '#catalog/filters.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/db/database.server.ts'
import { toSlug } from '#platform/slug.ts'

import type { Engine } from './engine/engine.ts'
import type { TsQuery } from './engine/tsquery.ts'
import type { VocabularyCache, Vocabulary } from './facets.server.ts'
import { NO_MATCH_TERM } from './filter-terms.ts'
import { withReadFilters } from './parts/read-filters.ts'
import { countMatchesBySql } from './sql-search.server.ts'
import { getDictionary } from './text/dictionary.server.ts'
import { openLexemes } from './text/lexemes.server.ts'
import { createNameIndex, normalizeName, type NamedEntity, type NameIndex } from './text/names.server.ts'
import { planSearch, type SearchPlan } from './text/plan-search.server.ts'
import { hasOperators, readQuery, type QueryReading, type QueryCatalog } from './text/read-query.ts'
import { createTermIndex } from './text/terms.server.ts'
import { splitText } from './text/text-parts.ts'
import {
  findTranslations,
  guessLanguages,
  isEnglishText,
  isName,
  splitForeignWords,
  translateParts,
  type Translation,
  type TranslationMatch,
} from './text/translate.ts'

type CachedValue<T> = { get: () => Promise<T> }

const createQueryCatalog = (vocabulary: Vocabulary, { all }: NameIndex): QueryCatalog => {
  const values = new Set([...vocabulary.values()].map(({ filter, value }) => `${filter}=${value}`))
  const toEntries = (name: 'collection' | 'filmmaker', names: readonly NamedEntity[]) =>
    names.map(entity => [normalizeName(entity.name), { name, value: entity.slug }] as const)
  return {
    has: (name, value) => filterTable[name].range !== undefined || values.has(`${name}=${value}`),
    named: new Map([...toEntries('collection', all.collections), ...toEntries('filmmaker', all.filmmakers)]),
    isKeyword: phrase => values.has(`keyword=${toSlug(phrase)}`),
  }
}

const createCatalogLoader = (vocabulary: { all: () => Promise<Vocabulary> }, names: CachedValue<NameIndex>) => {
  let cached: { vocabulary: Vocabulary; names: NameIndex; catalog: QueryCatalog } | undefined
  return async (): Promise<QueryCatalog> => {
    const [values, currentNames] = await Promise.all([vocabulary.all(), names.get()])
    if (cached?.vocabulary !== values || cached.names !== currentNames)
      cached = { vocabulary: values, names: currentNames, catalog: createQueryCatalog(values, currentNames) }
    return cached.catalog
  }
}

type TextRequest = { q: string; exact?: boolean; include: Filters; exclude: Filters; language?: string | undefined }

/** `request` has the filters that were read, too. `isEmpty`: whether the text has nothing to search for. */
export type TextPlan<T extends TextRequest = TextRequest> = SearchPlan & {
  request: T
  /** Neighboring values of the filters that were read. */
  near: Filters
  reading: QueryReading
  translations: Translation[]
  isEmpty: boolean
}

export const listReadFilters = ({ filters }: QueryReading): TextReading['filters'] =>
  filters.flatMap(({ name, values, exclude, source_text, spans }) =>
    values.map(value => ({ name, value, exclude, text: source_text, spans: [...spans] })),
  )

export const openTextPlanner = ({ db, clock }: { db: Db; clock: Clock }, vocabulary: VocabularyCache) => {
  const lexemes = openLexemes(db, clock)
  const terms = createTermIndex(db, clock)
  const names = createNameIndex(db, clock)
  const loadCatalog = createCatalogLoader(vocabulary, names)

  const countMatches = async (queries: readonly TsQuery[], engine: Engine | undefined) =>
    engine ? queries.map(query => engine.countMatches(query)) : countMatchesBySql(db, queries)

  const planText = (q: string, exact: boolean, engine: Engine | undefined) =>
    planSearch(q, {
      ...lexemes,
      countMatches: queries => countMatches(queries, engine),
      listCorrections: async word =>
        exact || (await getDictionary()).has(word) ? [] : (await terms.get()).spellChecker.listNearest(word),
    })

  /** Returns the parts of a text with foreign words in English, unless a clip has the word or it is English, too. */
  const translate = async ({ q, language }: TextRequest, engine: Engine | undefined) => {
    const index = await lexemes.loadTranslations()
    const parts = splitForeignWords(splitText(q), index)
    const matches = hasOperators(q) ? [] : findTranslations(parts, index)
    if (matches.length === 0) return { parts: splitText(q), translations: [] }
    const dictionary = await getDictionary()
    const queries = await lexemes.loadLexemes(matches.map(({ term }) => term))
    const counts = await countMatches(
      matches.map(({ term }) => queries.get(term) ?? { kind: 'word', lexeme: NO_MATCH_TERM }),
      engine,
    )
    const missing = matches.filter(
      ({ term, isCompound = false }, i) => counts[i] === 0 && !(isCompound && dictionary.isEnglishOrName(term)),
    )
    const certain = missing.filter(
      match => match.length > 1 || !(dictionary.isEnglish(match.term) || isName(parts, match)),
    )
    // In a text with Spanish words, “bosque” is Spanish, too.
    const languages = guessLanguages(certain, language)
    const isIn = (match: TranslationMatch, among: readonly string[]) =>
      match.options.some(option => among.includes(option.language))
    if (certain.length > 0)
      return translateParts(
        parts,
        missing.filter(match => certain.includes(match) || isIn(match, languages)),
        languages,
      )
    const own =
      language === undefined || isEnglishText(parts, matches, language, dictionary.isEnglish) ? [] : [language]
    return translateParts(
      parts,
      missing.filter(match => isIn(match, own)).map(match => ({ ...match, isEnglish: true })),
      own,
    )
  }

  /** Reads the filters that the text names, and plans the search for the other words. */
  const plan = async <T extends TextRequest>(request: T, engine: Engine | undefined): Promise<TextPlan<T>> => {
    const { q, exact = false } = request
    const unread: QueryReading = { words: q, filters: [], exclusions: [], unavailable: [], spans: [] }
    const isRead = !exact && q.trim() !== ''
    const { parts, translations } = isRead ? await translate(request, engine) : { parts: [], translations: [] }
    const reading = isRead ? readQuery(q, await loadCatalog(), parts) : unread
    const filters = listReadFilters(reading)
    const planned = await planText(reading.words, exact, engine)
    return {
      request: { ...request, ...withReadFilters({ ...emptyBrowseQuery, ...request }, filters) },
      near: Object.fromEntries(reading.filters.flatMap(({ name, near }) => (near.length > 0 ? [[name, near]] : []))),
      reading,
      translations,
      ...planned,
      isEmpty: q.trim() !== '' && !planned.text && filters.length + reading.unavailable.length === 0,
    }
  }

  return { terms, names, plan, loadLexemes: lexemes.loadLexemes }
}
