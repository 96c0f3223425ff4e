/** Builds suggestions for a typed text, entirely from data in memory. */
import type { Facets } from '#catalog/contract.ts'
import { filterTable, type FilterName } from '#catalog/filter-table.ts'
import { browsePath, emptyBrowseQuery } from '#catalog/filters.ts'
import { collectionPath, filmmakerPath } from '#catalog/paths.ts'

import type { Suggestion } from '../search-text-contract.ts'
import type { NamedEntity, NameIndex } from './names.server.ts'
import type { PrefixIndex } from './prefix-index.ts'
import type { TermIndex } from './terms.server.ts'
import { splitText } from './text-parts.ts'

const limits = { popular: 3, terms: 5, guesses: 4, filters: 3, collections: 3, filmmakers: 2 }
/** Filters whose values people know by name. */
export const suggestedFilters = ['category', 'subcategory', 'look', 'motion', 'time', 'location'] as const

export type FilterSuggestion = { name: FilterName; value: string; label: string; count: number }

export const listFilterSuggestions = (facets: Facets): FilterSuggestion[] =>
  suggestedFilters.flatMap(name => facets[name].map(facetValue => ({ name, ...facetValue })))

export type SuggestionSources = { terms: TermIndex; names: NameIndex; filters: PrefixIndex<FilterSuggestion> }

/** Whether a text finds any clip. */
type HasClips = (words: string) => Promise<boolean>

type SuggestionMatches = {
  terms: string[]
  filters: FilterSuggestion[]
  collections: NamedEntity[]
  filmmakers: NamedEntity[]
}

const isEmpty = (matches: SuggestionMatches) => Object.values(matches).every(list => list.length === 0)

const findMatches = async (
  words: readonly string[],
  { terms, names, filters }: SuggestionSources,
  hasClips: HasClips,
): Promise<SuggestionMatches> => {
  const typed = words.join(' ')
  const fullTerms = [...terms.popular(typed, limits.popular), ...terms.startingWith(typed, limits.terms)].map(
    match => match.term,
  )
  return {
    terms: [...new Set(fullTerms.length > 0 ? fullTerms : await completeLastWord(words, terms, hasClips))].slice(
      0,
      limits.terms,
    ),
    filters: filters(typed, limits.filters),
    collections: names.collections(typed, limits.collections),
    filmmakers: names.filmmakers(typed, limits.filmmakers),
  }
}

/** Completes the last word: "slow motion oc" → "slow motion ocean", if clips have all the words. */
const completeLastWord = async (words: readonly string[], terms: TermIndex, hasClips: HasClips): Promise<string[]> => {
  if (words.length < 2) return []
  const before = words.slice(0, -1).join(' ')
  const guesses = terms.wordsStartingWith(words.at(-1) ?? '', limits.guesses).map(match => `${before} ${match.term}`)
  const results = await Promise.all(guesses.map(hasClips))
  return guesses.filter((_, i) => results[i])
}

/** Returns the words with misspellings corrected. The last word may be unfinished. */
const correctWords = (
  words: readonly string[],
  { terms: { spellChecker, wordsStartingWith } }: SuggestionSources,
): string[] =>
  words.map((word, i) => {
    const isLast = i === words.length - 1
    if (spellChecker.isKnown(word) || (isLast && wordsStartingWith(word, 1).length > 0)) return word
    return (
      (isLast ? spellChecker.nearestCompletion(word) : undefined) ?? spellChecker.listNearest(word)[0]?.word ?? word
    )
  })

const formatClipCount = (n: number) => (n === 1 ? '1 clip' : `${n.toLocaleString('en-US')} clips`)

const toSuggestions = ({ terms, filters, collections, filmmakers }: SuggestionMatches): Suggestion[] => [
  ...terms.map(term => ({
    kind: 'term' as const,
    label: term,
    path: browsePath({ ...emptyBrowseQuery, q: term }),
    note: '',
    picture: null,
  })),
  ...filters.map(({ name, value, label }) => ({
    kind: 'filter' as const,
    label,
    path: browsePath({ ...emptyBrowseQuery, include: { [name]: [value] } }),
    note: filterTable[name].label,
    picture: null,
  })),
  ...collections.map(collection => ({
    kind: 'collection' as const,
    label: collection.name,
    path: collectionPath(collection),
    note: formatClipCount(collection.clip_count),
    picture: null,
  })),
  ...filmmakers.map(filmmaker => ({
    kind: 'filmmaker' as const,
    label: filmmaker.name,
    path: filmmakerPath(filmmaker),
    note: formatClipCount(filmmaker.clip_count),
    picture: null,
  })),
]

export type SuggestionResult = {
  suggestions: Suggestion[]
  /** Set when nothing matches the typed text and the suggestions are for this corrected text instead. */
  meant?: string
  /** Searches for suggested clips, the most likely first. */
  searches: string[]
}

export const buildSuggestions = async (
  typed: string,
  sources: SuggestionSources,
  hasClips: HasClips,
): Promise<SuggestionResult> => {
  const words = splitText(typed).flatMap(part => (part.normalized === '' ? [] : [part.text.toLowerCase()]))
  if (words.length === 0) return { suggestions: [], searches: [] }
  const matches = await findMatches(words, sources, hasClips)
  if (!isEmpty(matches)) return { suggestions: toSuggestions(matches), searches: [...matches.terms, typed] }
  const correctedWords = correctWords(words, sources)
  if (correctedWords.every((word, i) => word === words[i])) return { suggestions: [], searches: [typed] }
  const correctedMatches = await findMatches(correctedWords, sources, hasClips)
  const corrected = correctedWords.join(' ')
  return {
    suggestions: toSuggestions(correctedMatches),
    meant: corrected,
    searches: [...correctedMatches.terms, corrected],
  }
}
