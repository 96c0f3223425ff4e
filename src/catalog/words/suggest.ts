/** What somebody who types this may be looking for. Everything that is looked through is in memory already. */
import type { Facets } from '../contract.ts'
import { filterTable, type FilterName } from '../filter-table.ts'
import { browsePath, emptyBrowse } from '../filters.ts'
import { collectionPath, filmmakerPath } from '../paths.ts'
import type { Suggestion } from '../words-contract.ts'
import type { Name, Names } from './names.server.ts'
import { partsOf } from './pieces.ts'
import type { Prefixes } from './prefixes.ts'
import type { Terms } from './terms.server.ts'

const most = { popular: 3, terms: 5, guesses: 4, filters: 3, collections: 3, filmmakers: 2 }
/** Filters whose values people know by name. */
export const suggestedFilters = ['category', 'subcategory', 'look', 'motion', 'time', 'location'] as const

export type FilterValue = { name: FilterName; value: string; label: string; count: number }

export const filterValues = (facets: Facets): FilterValue[] =>
  suggestedFilters.flatMap(name => facets[name].map(one => ({ name, ...one })))

export type Sources = { terms: Terms; names: Names; filters: Prefixes<FilterValue> }

/** Whether any clip is found by these words. */
type Finds = (words: string) => Promise<boolean>

type Found = { terms: string[]; filters: FilterValue[]; collections: Name[]; filmmakers: Name[] }

const isEmpty = (found: Found) => Object.values(found).every(list => list.length === 0)

const lookUp = async (words: readonly string[], { terms, names, filters }: Sources, finds: Finds): Promise<Found> => {
  const typed = words.join(' ')
  const whole = [...terms.popular(typed, most.popular), ...terms.beginning(typed, most.terms)].map(one => one.term)
  return {
    terms: [...new Set(whole.length > 0 ? whole : await ended(words, terms, finds))].slice(0, most.terms),
    filters: filters(typed, most.filters),
    collections: names.collections(typed, most.collections),
    filmmakers: names.filmmakers(typed, most.filmmakers),
  }
}

/** "slow motion oc" → "slow motion ocean": words that stand in no keyword together, but in clips. */
const ended = async (words: readonly string[], terms: Terms, finds: Finds): Promise<string[]> => {
  if (words.length < 2) return []
  const before = words.slice(0, -1).join(' ')
  const guesses = terms.wordBeginning(words.at(-1) ?? '', most.guesses).map(one => `${before} ${one.term}`)
  const found = await Promise.all(guesses.map(finds))
  return guesses.filter((_, i) => found[i])
}

/** The words as they were probably meant: the last may be unfinished. */
const meantBy = (words: readonly string[], { terms: { near, wordBeginning } }: Sources): string[] =>
  words.map((word, i) => {
    const isLast = i === words.length - 1
    if (near.knows(word) || (isLast && wordBeginning(word, 1).length > 0)) return word
    return (isLast ? near.nearestBeginning(word) : undefined) ?? near.nearest(word) ?? word
  })

const countOf = (n: number) => (n === 1 ? '1 clip' : `${n.toLocaleString('en-US')} clips`)

const shown = ({ terms, filters, collections, filmmakers }: Found): Suggestion[] => [
  ...terms.map(term => ({
    kind: 'term' as const,
    label: term,
    path: browsePath({ ...emptyBrowse, q: term }),
    note: '',
    picture: null,
  })),
  ...filters.map(({ name, value, label }) => ({
    kind: 'filter' as const,
    label,
    path: browsePath({ ...emptyBrowse, include: { [name]: [value] } }),
    note: filterTable[name].label,
    picture: null,
  })),
  ...collections.map(one => ({
    kind: 'collection' as const,
    label: one.name,
    path: collectionPath(one),
    note: countOf(one.clip_count),
    picture: null,
  })),
  ...filmmakers.map(one => ({
    kind: 'filmmaker' as const,
    label: one.name,
    path: filmmakerPath(one),
    note: countOf(one.clip_count),
    picture: null,
  })),
]

export type Suggested = {
  suggestions: Suggestion[]
  /** Set when nothing is called like what was typed, and this was taken instead. */
  meant?: string
  /** Searches to suggest clips from, the likeliest first. */
  searches: string[]
}

export const suggestFor = async (typed: string, sources: Sources, finds: Finds): Promise<Suggested> => {
  const words = partsOf(typed).flatMap(part => (part.piece === '' ? [] : [part.said.toLowerCase()]))
  if (words.length === 0) return { suggestions: [], searches: [] }
  const found = await lookUp(words, sources, finds)
  if (!isEmpty(found)) return { suggestions: shown(found), searches: [...found.terms, typed] }
  const meant = meantBy(words, sources)
  if (meant.every((word, i) => word === words[i])) return { suggestions: [], searches: [typed] }
  const again = await lookUp(meant, sources, finds)
  const put_right = meant.join(' ')
  return { suggestions: shown(again), meant: put_right, searches: [...again.terms, put_right] }
}
