/**
 * Parses plain language into filters and exclusions: "slow motion aerial ocean at dusk no people or boats" becomes the words
 * "ocean -boats" and four filters. Pure functions.
 */
import { normalizeFilterValue, type FilterName } from '#catalog/filter-table.ts'

import { fillerWords, lexicon, listJoiners, negations, negationLeads, type LexiconMeaning } from './lexicon.ts'
import { parseMeasure } from './measures.ts'
import { splitText, joinParts, mergeSpans, toSpans, type TextPart, type TextSpan } from './text-parts.ts'

/** A filter that was read, the words it was read from, and where they are in the text, without filler words. */
export type FilterReading = {
  name: FilterName
  values: string[]
  exclude: boolean
  /** Neighboring values, for close matches: sunset for dusk. */
  near: string[]
  source_text: string
  spans: readonly TextSpan[]
}

export type QueryReading = {
  /** The remaining words for the text search; exclusions have a minus: `ocean -boats`. */
  words: string
  filters: FilterReading[]
  /** Phrases that became exclusions: "no boats" → `-boats` in `words`. */
  exclusions: string[]
  /** Filters that no clip can match: "4K" in a catalog without any. */
  unavailable: Omit<FilterReading, 'exclude' | 'near' | 'spans'>[]
  /** Where in the text is what was read as filters or exclusions, in order. */
  spans: readonly TextSpan[]
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
/** What clips are rather than what they show: when no clip is that, the search says so. */
const technicalFilters: readonly FilterName[] = ['resolution', 'orientation', 'format']
/** Texts with operators are taken as typed. */
const OPERATOR_PATTERN = /[()|]|&&|(?:^|\s)(?:AND|OR|NOT)(?=\s|$)/

/** The filter that words mean, how many words it takes, and whether they may just as well be plain words. */
type FilterMatch = {
  length: number
  weak: boolean
  filter: Pick<FilterReading, 'name' | 'values' | 'exclude' | 'near'>
  isUnavailable: boolean
}

const joinNormalized = (parts: readonly TextPart[]): string => parts.map(part => part.normalized).join(' ')

const limitToCatalog = (
  { name, values, exclude = false, near = [], weak = false }: LexiconMeaning,
  length: number,
  { has }: QueryCatalog,
): FilterMatch | undefined => {
  const [own, neighbors] = [values, near].map(list => list.filter(value => has(name, value))) as [string[], string[]]
  const isOwn = own.length > 0
  if (isOwn || neighbors.length > 0)
    return {
      length,
      weak,
      filter: { name, values: isOwn ? own : neighbors, exclude, near: isOwn ? neighbors : [] },
      isUnavailable: false,
    }
  return technicalFilters.includes(name) && !exclude
    ? { length, weak, filter: { name, values: values.slice(0, 1), exclude, near: [] }, isUnavailable: true }
    : undefined
}

/** Returns the longest match at the start of the parts. */
const findMatch = (parts: readonly TextPart[], catalog: QueryCatalog): FilterMatch | undefined => {
  for (let length = Math.min(MAX_PHRASE_WORDS, parts.length); length > 0; length--) {
    const phrase = joinNormalized(parts.slice(0, length))
    const meaning = lexicon.get(phrase)
    const match = meaning && limitToCatalog(meaning, length, catalog)
    if (match) return match
    const entity = length > 1 && !catalog.isKeyword(phrase) ? catalog.named.get(phrase) : undefined
    if (entity) return toMatch(length, entity.name, entity.value)
  }
  const measure = parseMeasure(parts.slice(0, MAX_PHRASE_WORDS).map(part => part.normalized))
  const value = measure && normalizeFilterValue(measure.name, measure.value)
  return value ? toMatch(measure.length, measure.name, value) : undefined
}

const toMatch = (length: number, name: FilterName, value: string): FilterMatch => ({
  length,
  weak: false,
  filter: { name, values: [value], exclude: false, near: [] },
  isUnavailable: false,
})

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

type PartsReading = Pick<QueryReading, 'exclusions' | 'unavailable'> & {
  unread: TextPart[]
  /** The parts of each reading. */
  read: (readonly TextPart[])[]
  readings: (Omit<FilterReading, 'spans'> & { weak: boolean; parts: readonly TextPart[] })[]
}

const isJoiner = (part: TextPart | undefined) => part !== undefined && listJoiners.has(part.normalized)

/** "night sky" → `-"night sky"`. */
const toExclusions = (parts: readonly TextPart[]): TextPart[] => {
  const words = joinParts(parts)
  return parts
    .slice(0, 1)
    .map(part => ({ ...part, text: parts.length > 1 ? `-"${words}"` : `-${words}`, normalized: '' }))
}

const NO: TextPart = { text: 'no', normalized: 'no', start: 0, end: 0 }

/**
 * Reads the list after a negation, "people, cars or birds", and returns the index after it. In "snow but not night", "but" says
 * nothing more.
 */
const readNegatedList = (
  parts: readonly TextPart[],
  start: number,
  catalog: QueryCatalog,
  result: PartsReading,
): number => {
  let from = start
  let lead = takeTrailing(result.unread, negationLeads)
  for (let at = start + 1; at < parts.length;) {
    while (at < parts.length && fillerWords.has(parts[at]?.normalized ?? '')) at++
    const item = parts[at]
    if (!item || item.normalized === '') break
    // "no people" has a meaning of its own.
    const negated = findMatch([NO, ...parts.slice(at)], catalog)
    const reading = negated ? { ...negated, length: negated.length - 1 } : findMatch(parts.slice(at), catalog)
    const match = reading?.weak && isInsideKeyword(parts, at, reading.length, catalog) ? undefined : reading
    const length = match?.length ?? (catalog.isKeyword(joinNormalized(parts.slice(at, at + 2))) ? 2 : 1)
    const sourceParts = [...lead, ...parts.slice(from, at + length)]
    const source_text = joinParts(sourceParts)
    result.read.push(sourceParts)
    lead = []
    if (match && !match.isUnavailable) {
      const exclude = negated ? negated.filter.exclude : !match.filter.exclude
      // A time of day is a keyword of other clips, too.
      if (match.weak) result.unread.push(...toExclusions(parts.slice(at, at + length)))
      result.readings.push({ ...match.filter, exclude, near: [], source_text, weak: false, parts: sourceParts })
    } else {
      result.unread.push(...toExclusions(parts.slice(at, at + length)))
      result.exclusions.push(source_text)
    }
    from = at + length
    const hasComma = parts[from - 1]?.comma === true && (parts[from]?.comma === true || isJoiner(parts[from + 1]))
    if (!hasComma && !isJoiner(parts[from])) break
    at = hasComma ? from : from + 1
    if (at >= parts.length) break
  }
  result.unread.push(...lead)
  return from
}

const readParts = (parts: readonly TextPart[], catalog: QueryCatalog): PartsReading => {
  const result: PartsReading = { unread: [], read: [], readings: [], exclusions: [], unavailable: [] }
  const { unread, readings } = result
  for (let index = 0; index < parts.length;) {
    const match = findMatch(parts.slice(index), catalog)
    const isNegation = negations.has(parts[index]?.normalized ?? '') && index + 1 < parts.length
    if (isNegation && !match && !isInsideKeyword(parts, index, 1, catalog)) {
      const next = readNegatedList(parts, index, catalog, result)
      if (next > index) {
        index = next
        continue
      }
    }
    if (!match || (match.weak && isInsideKeyword(parts, index, match.length, catalog))) {
      unread.push(...parts.slice(index, index + 1))
      index++
      continue
    }
    const { length, weak, filter, isUnavailable } = match
    result.read.push(parts.slice(index, index + length))
    const fillers = takeTrailing(unread, fillerWords)
    const source_text = joinParts([...fillers, ...parts.slice(index, index + length)])
    if (isUnavailable) result.unavailable.push({ name: filter.name, values: filter.values, source_text })
    else readings.push({ ...filter, source_text, weak, parts: parts.slice(index, index + length) })
    index += length
    // "no people or cars" goes on.
    const isNegated = negations.has(parts[index - length]?.normalized ?? '')
    if (isNegated && isJoiner(parts[index]) && index + 1 < parts.length)
      index = readNegatedList(parts, index, catalog, result)
  }
  return result
}

/** "aerial of the city" leaves "of the city". Its leading filler words belong to the phrase that was read before them. */
const splitFillers = (parts: readonly TextPart[]) => {
  const from = parts.findIndex(part => !fillerWords.has(part.normalized))
  return from < 0 ? { lead: parts, rest: [] } : { lead: parts.slice(0, from), rest: parts.slice(from) }
}

const readAllParts = (text: string, parts: readonly TextPart[], catalog: QueryCatalog): QueryReading | undefined => {
  const { unread, read, readings, exclusions, unavailable } = readParts(parts, catalog)
  if (unread.some(({ normalized }) => normalized === 'or')) return undefined
  // If weak phrases such as a time of day are all there is, they are the subject of the search.
  if (unread.length === 0 && unavailable.length === 0 && readings.every(({ weak }) => weak)) return undefined
  if (readings.length + exclusions.length + unavailable.length === 0) return undefined
  const { lead, rest } = readings.length > 0 ? splitFillers(unread) : { lead: [], rest: unread }
  const filters = readings.map(({ weak: _, parts: sourceParts, source_text, ...filter }, i) => ({
    ...filter,
    source_text: i === 0 ? [source_text, ...lead.map(part => part.text)].join(' ') : source_text,
    spans: toSpans(sourceParts, text),
  }))
  // Parts that were separated may form a phrase now. Parsing repeats until nothing changes, so that parsing the remaining
  // words again gives the same result.
  const nested = readAllParts(text, rest, catalog)
  const spans = read.flatMap(source => toSpans(source, text))
  if (!nested) return { words: joinParts(rest).trim(), filters, exclusions, unavailable, spans }
  return {
    words: nested.words,
    filters: [...filters, ...nested.filters],
    exclusions: [...exclusions, ...nested.exclusions],
    unavailable: [...unavailable, ...nested.unavailable],
    spans: [...spans, ...nested.spans],
  }
}

/**
 * Parses a search text, or the given parts of it. A text with operators is taken as typed, because a filter applies to the whole
 * search.
 */
export const readQuery = (text: string, catalog: QueryCatalog, parts = splitText(text)): QueryReading => {
  const unread = { filters: [], exclusions: [], unavailable: [] }
  if (hasOperators(text)) return { words: text.trim(), ...unread, spans: [] }
  const reading = readAllParts(text, parts, catalog) ?? { words: joinParts(parts).trim(), ...unread, spans: [] }
  const typedExclusions = parts
    .filter(part => part.text.startsWith('-'))
    .map(({ start, end }): TextSpan => [start, end])
  return { ...reading, spans: mergeSpans([...reading.spans, ...typedExclusions]) }
}

export const hasOperators = (text: string): boolean => OPERATOR_PATTERN.test(text)
