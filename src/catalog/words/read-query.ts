/** Plain language read into filters: "slow motion aerial ocean at dusk no people" is the word "ocean" and four filters. Pure. */
import { valueIn, type FilterName } from '../filter-table.ts'
import { glue, lexicon, negations, type Meaning } from './lexicon.ts'
import { measureAt } from './measures.ts'
import { partsOf, textOf, type Part } from './pieces.ts'

/** One filter that was read, and the person's words for it. */
export type Read = { name: FilterName; values: string[]; exclude: boolean; said: string }

export type Reading = {
  /** What is left for the search by words. */
  words: string
  filters: Read[]
  /** What became exclusions by words: "no cars" → `-cars` in `words`. */
  left_out: string[]
}

/** What the catalog has, as far as reading needs it. */
export type Catalog = {
  has: (name: FilterName, value: string) => boolean
  /** Filmmakers and collections by their whole name, folded: `ada reyes`. */
  named: ReadonlyMap<string, { name: FilterName; value: string }>
  /** Whether some clips have these words as a keyword: "night sky". */
  isKeyword: (phrase: string) => boolean
}

const longest_phrase = 8

/** What words from some place on mean, how many they are, and whether they are as good as words. */
type Match = { length: number; weak: boolean; filter: Omit<Read, 'said'> }

const inCatalog = ({ name, values, exclude = false }: Meaning, { has }: Catalog): Omit<Read, 'said'> | undefined => {
  const known = values.filter(value => has(name, value))
  return known.length > 0 ? { name, values: known, exclude } : undefined
}

const phraseOf = (parts: readonly Part[]): string => parts.map(part => part.piece).join(' ')

/** The longest thing that begins here. */
const matchAt = (parts: readonly Part[], catalog: Catalog): Match | undefined => {
  for (let length = Math.min(longest_phrase, parts.length); length > 0; length--) {
    const phrase = phraseOf(parts.slice(0, length))
    const meaning = lexicon.get(phrase)
    const filter = meaning && inCatalog(meaning, catalog)
    if (filter) return { length, weak: meaning.weak ?? false, filter }
    const place = length > 1 && !catalog.isKeyword(phrase) ? catalog.named.get(phrase) : undefined
    if (place) return { length, weak: false, filter: { name: place.name, values: [place.value], exclude: false } }
  }
  const measure = measureAt(parts.slice(0, longest_phrase).map(part => part.piece))
  const value = measure && valueIn(measure.name, measure.value)
  return value
    ? { length: measure.length, weak: false, filter: { name: measure.name, values: [value], exclude: false } }
    : undefined
}

/** A word that is part of a keyword with one of its neighbors belongs to that. */
const insideKeyword = (parts: readonly Part[], at: number, length: number, { isKeyword }: Catalog): boolean =>
  (at > 0 && isKeyword(phraseOf(parts.slice(at - 1, at + length)))) ||
  (at + length < parts.length && isKeyword(phraseOf(parts.slice(at, at + length + 1))))

/** Takes the words off the end of a list that are in a set, as many as stand there. */
const takeLast = (parts: Part[], these: ReadonlySet<string>): Part[] => {
  const from = parts.findLastIndex(part => !these.has(part.piece)) + 1
  return parts.splice(from)
}

const readParts = (parts: readonly Part[], catalog: Catalog) => {
  const left: Part[] = []
  const found: (Read & { weak: boolean })[] = []
  for (let at = 0; at < parts.length;) {
    const match = matchAt(parts.slice(at), catalog)
    if (!match || (match.weak && insideKeyword(parts, at, match.length, catalog))) {
      left.push(...parts.slice(at, at + 1))
      at++
      continue
    }
    const { length, weak, filter } = match
    const before = takeLast(left, glue)
    const negation = takeLast(left, negations)
    const said = textOf([...negation, ...before, ...parts.slice(at, at + length)])
    found.push({ ...filter, exclude: filter.exclude !== negation.length > 0, said, weak })
    at += length
  }
  return { left, found }
}

/** "ocean no cars": what stands last after a negation is left out by words. */
const leaveOut = (parts: readonly Part[]): { rest: readonly Part[]; left_out: string[] } => {
  const [negation, last] = parts.slice(-2)
  const means = parts.length > 2 && last && last.piece !== '' && negation && negations.has(negation.piece)
  return means
    ? { rest: [...parts.slice(0, -2), { said: `-${last.said}`, piece: '' }], left_out: [textOf([negation, last])] }
    : { rest: parts, left_out: [] }
}

/** "aerial of the city" leaves "of the city"; the first words say nothing without what was read before them. */
const withoutGlue = (parts: readonly Part[]) => {
  const from = parts.findIndex(part => !glue.has(part.piece))
  return from < 0 ? { lead: parts, rest: [] } : { lead: parts.slice(0, from), rest: parts.slice(from) }
}

/** Reads a search text. With `or` in it, nothing is read: a filter holds for all of a search. */
export const readQuery = (text: string, catalog: Catalog): Reading => {
  const nothing: Reading = { words: text.trim(), filters: [], left_out: [] }
  const parts = partsOf(text)
  if (parts.some(({ piece }) => piece === 'or')) return nothing
  const { left, found } = readParts(parts, catalog)
  // A time of day that is all there is, is what the person looks for.
  if (left.length === 0 && found.every(({ weak }) => weak)) return nothing
  const { rest, left_out } = leaveOut(left)
  if (found.length + left_out.length === 0) return nothing
  const { lead, rest: words } = found.length > 0 ? withoutGlue(rest) : { lead: [], rest }
  const filters = found.map(({ weak: _, said, ...filter }, i) => ({
    ...filter,
    said: i === 0 ? textOf([{ said, piece: '' }, ...lead]) : said,
  }))
  // What stood apart may stand together now. Read to the end, so that an address read again stays as it is.
  const again = readQuery(textOf(words), catalog)
  return {
    words: again.words,
    filters: [...filters, ...again.filters],
    left_out: [...left_out, ...again.left_out],
  }
}
