/** Evaluates a search text: which documents match fully or closely, and how relevant each is. */
import {
  type Bits,
  countBits,
  countIntersection,
  createBits,
  createFullBits,
  hasBit,
  intersectBits,
  setBit,
  subtractBits,
  toNumbers,
  uniteBits,
} from './bits.ts'
import { STRONG_FIELDS, SUBJECT_FIELDS, fieldsOf, impactOf } from './impact.ts'
import { findFirstFrom, type Postings, type TermMatches } from './postings.ts'
import { findTermMatches } from './term-matches.ts'
import { slotBit, type Slot, type SlotAlternative, type TextQuery } from './text-query.ts'
import type { TsQuery } from './tsquery.ts'
import { weightOf } from './tsvector.ts'

/** With this many full matches, a page of the browser, close ones aren't shown. */
export const ENOUGH_MATCHES = 60
/**
 * The share of a search's weight that a close match has. When too few clips have the first share, the next one applies, so that
 * a search with a known word is never empty.
 */
const closeShares = [0.4, 0.2, 0] as const
/** Alternatives from this weight on are the typed word or another form of it. */
const SAME_WORD_WEIGHT = 0.9
/** What neighboring words add when they are side by side in a name or in the keywords, relative to their own score. */
const ADJACENCY_WEIGHT = 0.05
/** The name and the keywords. */
const ADJACENCY_FIELDS = 0b1100

type Alternative = SlotAlternative & { matches: TermMatches; fields: number; value: number }
/** `isKnown`: whether any clip has one of the alternatives. */
type PreparedSlot = {
  index: number
  slot: Slot
  alternatives: Alternative[]
  isKnown: boolean
  bits: Bits
  idf: number
  /** The typed word and its forms. */
  lexemes: readonly string[]
}

const ALL_FIELDS = 0xffff

const idfOf = (matching: number, total: number) =>
  Math.log(1 + (Math.max(total, matching) - matching + 0.5) / (matching + 0.5))

const hasField = (alternative: Alternative, i: number, fields = alternative.fields) =>
  alternative.fields === ALL_FIELDS || (fieldsOf(alternative.matches.impacts[i] ?? 0) & fields) !== 0

const toBits = (size: number, alternatives: readonly Alternative[], postings: Postings): Bits => {
  const whole = alternatives.flatMap(({ query, is_synonym }) =>
    query.kind === 'word' && !is_synonym ? [postings.findDocuments(query.lexeme, size)] : [],
  )
  const [only] = whole
  if (only && alternatives.length === 1) return only
  const bits = whole.reduce(uniteBits, createBits(size))
  for (const alternative of alternatives) {
    if (alternative.query.kind === 'word' && !alternative.is_synonym) continue
    const { docs, length } = alternative.matches
    for (let i = 0; i < length; i++) if (hasField(alternative, i)) setBit(bits, docs[i] ?? 0)
  }
  return bits
}

const prepareSlot = (
  slot: Slot,
  index: number,
  postings: Postings,
  { size, live }: Documents,
  { total, countMatches }: CatalogStatistics,
): PreparedSlot => {
  const countOf = ({ query, matches }: Alternative) => countMatches?.(query) ?? matches.length
  const preparedAlternatives = slot.alternatives.map(alternative => ({
    ...alternative,
    matches: findTermMatches(alternative.query, postings),
    fields: alternative.is_synonym ? STRONG_FIELDS : ALL_FIELDS,
    value: 0,
  }))
  const alternatives = preparedAlternatives.filter(alternative => countOf(alternative) > 0)
  const bits = toBits(size, alternatives, postings)
  const same = alternatives.filter(({ weight }) => weight >= SAME_WORD_WEIGHT)
  const matching = Math.max(0, ...(same.length > 0 ? same : alternatives).map(countOf))
  const idf = idfOf(matching, total)
  for (const alternative of alternatives)
    alternative.value = alternative.weight * Math.min(idf, idfOf(countOf(alternative), total))
  const isKnown = countMatches ? alternatives.length > 0 : countIntersection(bits, live) > 0
  const lexemes = same.flatMap(({ query }) => (query.kind === 'word' ? [query.lexeme] : []))
  return { index, slot, alternatives, isKnown, bits, idf, lexemes }
}

/**
 * The matches of a text with one word that has it, or a synonym, where it counts: one word of a description alone is a close
 * match.
 */
const findStrongMatches = ({ alternatives }: PreparedSlot, size: number): Bits => {
  const bits = createBits(size)
  for (const alternative of alternatives) {
    const { docs, impacts, length } = alternative.matches
    const fields = alternative.is_synonym ? SUBJECT_FIELDS : STRONG_FIELDS
    for (let i = 0; i < length; i++) if ((fieldsOf(impacts[i] ?? 0) & fields) !== 0) setBit(bits, docs[i] ?? 0)
  }
  return bits
}

/** Reused between searches; all zeros outside of them. */
let scratch = new Float32Array(0)

/** Looking a document up in a term's list costs about as much as reading this many of its entries. */
const READS_PER_LOOKUP = 8

/** `numbers`: the documents in ascending order. */
type ScoredDocuments = { documents: Bits; numbers: Uint32Array }

const addSlotScores = (slot: PreparedSlot, scored: ScoredDocuments, totals: Float32Array, scale: number): void => {
  const entries = slot.alternatives.reduce((sum, { matches }) => sum + matches.length, 0)
  const lookups = scored.numbers.length * slot.alternatives.length
  if (lookups * READS_PER_LOOKUP < entries) lookUpScores(slot, scored, totals, scale)
  else readScores(slot, scored, totals, scale)
}

/** For few documents: looks each one up in the lists of the terms. */
const lookUpScores = (
  { alternatives }: PreparedSlot,
  { numbers }: ScoredDocuments,
  totals: Float32Array,
  scale: number,
) => {
  const best = new Float32Array(numbers.length)
  for (const alternative of alternatives) {
    const { docs, impacts, length } = alternative.matches
    const value = alternative.value * scale
    for (let n = 0, i = 0; n < numbers.length && i < length; n++) {
      const doc = numbers[n] ?? 0
      i = findFirstFrom(docs, doc, i, length)
      if (docs[i] === doc && i < length && hasField(alternative, i))
        best[n] = Math.max(best[n] ?? 0, value * impactOf(impacts[i] ?? 0))
    }
  }
  for (let n = 0; n < numbers.length; n++) {
    const doc = numbers[n] ?? 0
    totals[doc] = (totals[doc] ?? 0) + (best[n] ?? 0)
  }
}

/** For many documents: reads the whole lists of the terms. */
const readScores = (
  { alternatives }: PreparedSlot,
  { documents }: ScoredDocuments,
  totals: Float32Array,
  scale: number,
) => {
  const [only] = alternatives
  if (only && alternatives.length === 1) {
    const { docs, impacts, length } = only.matches
    const value = only.value * scale
    for (let i = 0; i < length; i++) {
      const doc = docs[i] ?? 0
      if (hasBit(documents, doc) && hasField(only, i))
        totals[doc] = (totals[doc] ?? 0) + Math.fround(value * impactOf(impacts[i] ?? 0))
    }
    return
  }
  if (scratch.length < totals.length) scratch = new Float32Array(totals.length)
  for (const alternative of alternatives) {
    const { docs, impacts, length } = alternative.matches
    const value = alternative.value * scale
    for (let i = 0; i < length; i++) {
      const doc = docs[i] ?? 0
      if (hasBit(documents, doc) && hasField(alternative, i))
        scratch[doc] = Math.max(scratch[doc] ?? 0, value * impactOf(impacts[i] ?? 0))
    }
  }
  for (const { matches } of alternatives)
    for (let i = 0; i < matches.length; i++) {
      const doc = matches.docs[i] ?? 0
      const score = scratch[doc] ?? 0
      if (score === 0) continue
      totals[doc] = (totals[doc] ?? 0) + score
      scratch[doc] = 0
    }
}

/** Returns the fields, as bits, in which a document has words of both slots side by side. */
const findAdjacentFields = (first: PreparedSlot, second: PreparedSlot, doc: number, postings: Postings): number => {
  let fields = 0
  for (const lexeme of first.lexemes) {
    const before = postings.findPositions(lexeme, doc)
    if (before.length === 0) continue
    for (const other of second.lexemes)
      for (const packed of postings.findPositions(other, doc))
        // The next position of the same field.
        if (before.includes(packed - 1)) fields |= 1 << weightOf(packed)
  }
  return fields
}

/** `total` is the number of clips, `countMatches` how many of them a word or phrase is in. */
export type CatalogStatistics = { total: number; countMatches?: (query: TsQuery) => number }

/** `size`: the number of documents, with removed ones; `live`: those that are not removed. */
type Documents = { size: number; live: Bits }

export const matchText = (text: TextQuery, postings: Postings, documents: Documents, statistics: CatalogStatistics) => {
  const { size } = documents
  const preparedSlots = text.slots.map((slot, index) => prepareSlot(slot, index, postings, documents, statistics))
  const knownSlots = preparedSlots.filter(({ isKnown, slot }) => isKnown || slot.required)
  const idfSum = knownSlots.reduce((sum, { idf }) => sum + idf, 0) || 1
  const excluded = text.excluded.map(query => findExcluded(query, postings, size)).reduce(uniteBits, createBits(size))
  const [single] = knownSlots
  const allowed = subtractBits(
    knownSlots
      .filter(({ slot }) => slot.required)
      .map(({ bits }) => bits)
      .reduce(intersectBits, createFullBits(size)),
    excluded,
  )
  /** A text without any word that a clip has matches nothing; a text of exclusions matches everything else. */
  const hasNothing = text.slots.length > 0 && knownSlots.length === 0
  const full = hasNothing
    ? createBits(size)
    : intersectBits(
        allowed,
        knownSlots.length === 1 && single && !single.slot.required
          ? findStrongMatches(single, size)
          : knownSlots.map(({ bits }) => bits).reduce(intersectBits, createFullBits(size)),
      )

  /** The close matches with at least each of `closeShares`. */
  const findCloseMatches = (): Bits[] => {
    const candidates = subtractBits(
      intersectBits(allowed, knownSlots.map(({ bits }) => bits).reduce(uniteBits, createBits(size))),
      full,
    )
    const shares = new Float32Array(size)
    for (const { bits, idf } of knownSlots)
      for (const doc of toNumbers(intersectBits(bits, candidates))) shares[doc] = (shares[doc] ?? 0) + idf / idfSum
    const levels = closeShares.map(() => createBits(size))
    for (const doc of toNumbers(candidates))
      for (const [level, share] of closeShares.entries())
        if ((shares[doc] ?? 0) >= share) setBit(levels[level] as Bits, doc)
    return levels
  }
  let closeLevels: Bits[] | undefined

  return {
    /** The documents that have every required slot and no exclusion. */
    allowed,
    /** The words that no clip has. */
    unknown: preparedSlots.filter(slot => !knownSlots.includes(slot)).map(({ slot }) => slot.label),

    /** Returns the full and the close matches among some documents. */
    select: (documents: Bits): { full: Bits; close: Bits } => {
      const fullMatches = intersectBits(documents, full)
      const count = countBits(fullMatches)
      if (count >= ENOUGH_MATCHES || hasNothing || text.slots.length === 0)
        return { full: fullMatches, close: createBits(size) }
      closeLevels ??= findCloseMatches()
      const close =
        closeLevels.find(level => count + countIntersection(documents, level) >= ENOUGH_MATCHES) ?? closeLevels.at(-1)
      return { full: fullMatches, close: close ? intersectBits(documents, close) : createBits(size) }
    },

    /** Adds the score of each of the documents to its element of `totals`: about 0 to 1. */
    addScores: (scored: ScoredDocuments, totals: Float32Array): void => {
      for (const slot of knownSlots) addSlotScores(slot, scored, totals, 1 / idfSum)
    },

    /** Returns what neighboring words that are side by side in a document add to its score. */
    scoreAdjacency: (doc: number): number => {
      let sum = 0
      for (const [i, second] of knownSlots.entries()) {
        const first = knownSlots[i - 1]
        if (!first || second.index !== first.index + 1) continue
        if ((findAdjacentFields(first, second, doc, postings) & ADJACENCY_FIELDS) !== 0)
          sum += (first.idf + second.idf) / 2 / idfSum
      }
      return sum * ADJACENCY_WEIGHT
    },

    /** Returns the slots that a document doesn't have, as bits; none for a document without any, which matches by meaning. */
    getMissing: (doc: number): number =>
      !knownSlots.some(({ bits }) => hasBit(bits, doc))
        ? 0
        : knownSlots.reduce((mask, { index, bits }) => (hasBit(bits, doc) ? mask : mask | slotBit(index)), 0),
  }
}

const findExcluded = (query: TsQuery, postings: Postings, size: number): Bits => {
  const bits = createBits(size)
  const { docs, length } = findTermMatches(query, postings)
  for (let i = 0; i < length; i++) setBit(bits, docs[i] ?? 0)
  return bits
}

export type TextMatches = ReturnType<typeof matchText>
