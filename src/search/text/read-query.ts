/**
 * Parses plain language into filters: "slow motion aerial ocean at dusk no people" becomes the word "ocean" and four filters.
 * Pure functions.
 */
import { normalizeFilterValue, type FilterName } from '#catalog/filter-table.ts'

import { fillerWords, lexicon, negations, type LexiconMeaning } from './lexicon.ts'
import { parseMeasure } from './measures.ts'
import { splitText, joinParts, type TextPart } from './text-parts.ts'

/** A filter that was read and the words it was read from. */
export type FilterReading = { name: FilterName; values: string[]; exclude: boolean; source_text: string }

export type QueryReading = {
  /** The remaining words for the text search. */
  words: string
  filters: FilterReading[]
  /** Phrases that became exclusions: "no cars" → `-cars` in `words`. */
  exclusions: string[]
}

/** The catalog data that parsing needs. */
export type QueryCatalog = {
  has: (name: FilterName, value: string) => boolean
  /** Filmmakers and collections by normalized full name: `ada reyes`. */
  named: ReadonlyMap<string, { name: FilterName; value: string }>
  /** Whether any clip has this keyword: "night sky". */
  isKeyword: (phrase: string) => boolean
}

const MAX_PHRASE_WORDS = 8

/** The filter that words mean, how many words it takes, and whether they may just as well be plain words. */
type FilterMatch = { length: number; weak: boolean; filter: Omit<FilterReading, 'source_text'> }

const limitToCatalog = (
  { name, values, exclude = false }: LexiconMeaning,
  { has }: QueryCatalog,
): Omit<FilterReading, 'source_text'> | undefined => {
  const available = values.filter(value => has(name, value))
  return available.length > 0 ? { name, values: available, exclude } : undefined
}

const joinNormalized = (parts: readonly TextPart[]): string => parts.map(part => part.normalized).join(' ')

/** Returns the longest match at the start of the parts. */
const findMatch = (parts: readonly TextPart[], catalog: QueryCatalog): FilterMatch | undefined => {
  for (let length = Math.min(MAX_PHRASE_WORDS, parts.length); length > 0; length--) {
    const phrase = joinNormalized(parts.slice(0, length))
    const meaning = lexicon.get(phrase)
    const filter = meaning && limitToCatalog(meaning, catalog)
    if (filter) return { length, weak: meaning.weak ?? false, filter }
    const entity = length > 1 && !catalog.isKeyword(phrase) ? catalog.named.get(phrase) : undefined
    if (entity) return { length, weak: false, filter: { name: entity.name, values: [entity.value], exclude: false } }
  }
  const measure = parseMeasure(parts.slice(0, MAX_PHRASE_WORDS).map(part => part.normalized))
  const value = measure && normalizeFilterValue(measure.name, measure.value)
  return value
    ? { length: measure.length, weak: false, filter: { name: measure.name, values: [value], exclude: false } }
    : undefined
}

/** Whether the words form a keyword together with the word before or after them. */
const isInsideKeyword = (
  parts: readonly TextPart[],
  start: number,
  length: number,
  { isKeyword }: QueryCatalog,
): boolean =>
  (start > 0 && isKeyword(joinNormalized(parts.slice(start - 1, start + length)))) ||
  (start + length < parts.length && isKeyword(joinNormalized(parts.slice(start, start + length + 1))))

/** Removes and returns the trailing parts of a list that are in a set. */
const takeTrailing = (parts: TextPart[], terms: ReadonlySet<string>): TextPart[] => {
  const from = parts.findLastIndex(part => !terms.has(part.normalized)) + 1
  return parts.splice(from)
}

const readParts = (parts: readonly TextPart[], catalog: QueryCatalog) => {
  const unread: TextPart[] = []
  const readings: (FilterReading & { weak: boolean })[] = []
  for (let index = 0; index < parts.length;) {
    const match = findMatch(parts.slice(index), catalog)
    if (!match || (match.weak && isInsideKeyword(parts, index, match.length, catalog))) {
      unread.push(...parts.slice(index, index + 1))
      index++
      continue
    }
    const { length, weak, filter } = match
    const fillers = takeTrailing(unread, fillerWords)
    const negation = takeTrailing(unread, negations)
    const source_text = joinParts([...negation, ...fillers, ...parts.slice(index, index + length)])
    readings.push({ ...filter, exclude: filter.exclude !== negation.length > 0, source_text, weak })
    index += length
  }
  return { unread, readings }
}

/** "ocean no cars": a single word after a final negation becomes an exclusion. */
const applyNegation = (parts: readonly TextPart[]): { rest: readonly TextPart[]; exclusions: string[] } => {
  const [negation, last] = parts.slice(-2)
  const isNegated = parts.length > 2 && last && last.normalized !== '' && negation && negations.has(negation.normalized)
  return isNegated
    ? {
        rest: [...parts.slice(0, -2), { text: `-${last.text}`, normalized: '' }],
        exclusions: [joinParts([negation, last])],
      }
    : { rest: parts, exclusions: [] }
}

/** "aerial of the city" leaves "of the city". Its leading filler words belong to the phrase that was read before them. */
const splitFillers = (parts: readonly TextPart[]) => {
  const from = parts.findIndex(part => !fillerWords.has(part.normalized))
  return from < 0 ? { lead: parts, rest: [] } : { lead: parts.slice(0, from), rest: parts.slice(from) }
}

/** Parses a search text. A text with `or` is not parsed, because a filter applies to the whole search. */
export const readQuery = (text: string, catalog: QueryCatalog): QueryReading => {
  const unchanged: QueryReading = { words: text.trim(), filters: [], exclusions: [] }
  const parts = splitText(text)
  if (parts.some(({ normalized: piece }) => piece === 'or')) return unchanged
  const { unread, readings } = readParts(parts, catalog)
  // If weak phrases such as a time of day are all there is, they are the subject of the search.
  if (unread.length === 0 && readings.every(({ weak }) => weak)) return unchanged
  const { rest, exclusions } = applyNegation(unread)
  if (readings.length + exclusions.length === 0) return unchanged
  const { lead, rest: words } = readings.length > 0 ? splitFillers(rest) : { lead: [], rest }
  const filters = readings.map(({ weak: _, source_text, ...filter }, i) => ({
    ...filter,
    source_text: i === 0 ? joinParts([{ text: source_text, normalized: '' }, ...lead]) : source_text,
  }))
  // Parts that were separated may form a phrase now. Parsing repeats until nothing changes, so that parsing an address
  // again gives the same result.
  const nested = readQuery(joinParts(words), catalog)
  return {
    words: nested.words,
    filters: [...filters, ...nested.filters],
    exclusions: [...exclusions, ...nested.exclusions],
  }
}
