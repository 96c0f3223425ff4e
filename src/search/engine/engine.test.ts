import fc from 'fast-check'
import { expect, test } from 'vitest'

import { encodeFacets } from '#catalog/facet-codes.ts'
import { sorts } from '#catalog/filters.ts'

import { createEngine, type IndexEntry, type EngineQuery } from './engine.ts'
import type { Slot, TextQuery } from './text-query.ts'
import type { TsQuery } from './tsquery.ts'

const matchAll: EngineQuery = { text: undefined, filters: [], sort: 'relevance', skip: 0, size: 100, counted: true }
const words = ['ocean', 'sea', 'storm', 'boat'] as const
const filterWords = ['~look=aerial', '~look=macro', '~time=dusk', '~time=sunset'] as const

type TestDocument = {
  entry: IndexEntry
  text: readonly string[]
  filters: readonly string[]
  facets: readonly number[]
}

const docs = fc.array(
  fc
    .record({
      clip_id: fc.integer({ min: 1, max: 12 }),
      text: fc.array(fc.constantFrom(...words), { maxLength: 5 }),
      filters: fc.uniqueArray(fc.constantFrom(...filterWords)),
      // Numbers of 16 bits and longer ones.
      facets: fc.uniqueArray(fc.oneof(fc.integer({ min: 0, max: 5 }), fc.constant(70_000))),
      rank: fc.nat(3),
    })
    .map(({ clip_id, text, filters, facets, rank }): TestDocument => {
      const positions = Map.groupBy(
        text.map((word, i) => ({ word, position: i + 1 })),
        token => token.word,
      )
      const vector = [...positions].map(
        ([word, tokens]) => `'${word}':${tokens.map(token => `${token.position}A`).join(',')}`,
      )
      return {
        entry: {
          clip_id,
          score: rank,
          popularity: 3 - rank,
          duration_ms: rank * 1000,
          published_ms: rank,
          facets: encodeFacets(facets),
          words: [...vector, ...filters.map(word => `'${word}'`)].join(' '),
        },
        text,
        filters,
        facets,
      }
    }),
  { maxLength: 20 },
)

const { query } = fc.letrec<{ query: TsQuery; word: TsQuery; phrasePart: TsQuery }>(tie => ({
  // The kinds of queries that a phrase can contain.
  phrasePart: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    tie('word'),
    fc.record({ kind: fc.constant('any' as const), of: fc.array(tie('phrasePart'), { minLength: 1, maxLength: 2 }) }),
    fc.record({
      kind: fc.constant('phrase' as const),
      before: tie('phrasePart'),
      after: tie('word'),
      distance: fc.integer({ min: 1, max: 2 }),
    }),
  ),
  word: fc.constantFrom(...words).map((lexeme): TsQuery => ({ kind: 'word', lexeme })),
  query: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    tie('word'),
    fc.record({
      kind: fc.constantFrom('all' as const, 'any' as const),
      of: fc.array(tie('query'), { minLength: 1, maxLength: 3 }),
    }),
    fc.record({
      kind: fc.constant('phrase' as const),
      before: tie('phrasePart'),
      after: tie('phrasePart'),
      distance: fc.integer({ min: 1, max: 2 }),
    }),
  ),
}))

/** Returns the indexes in a text at which a word or phrase ends. */
const findEnds = (node: TsQuery, text: readonly string[]): number[] => {
  if (node.kind === 'word') return text.flatMap((word, i) => (word === node.lexeme ? [i] : []))
  if (node.kind === 'any') return node.of.flatMap(part => findEnds(part, text))
  if (node.kind !== 'phrase') return []
  const before = findEnds(node.before, text)
  return findEnds(node.after, text).filter(index => before.includes(index - node.distance))
}

const matchesQuery = (node: TsQuery, text: readonly string[]): boolean => {
  if (node.kind === 'word') return text.includes(node.lexeme)
  if (node.kind === 'all') return node.of.every(part => matchesQuery(part, text))
  if (node.kind === 'any') return node.of.some(part => matchesQuery(part, text))
  return findEnds(node, text).length > 0
}

const texts: fc.Arbitrary<TextQuery> = fc.record({
  slots: fc.array(
    fc.record({
      label: fc.constant('word'),
      required: fc.boolean(),
      alternatives: fc.array(fc.record({ query, weight: fc.constantFrom(1, 0.5), is_synonym: fc.constant(false) }), {
        minLength: 1,
        maxLength: 2,
      }),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  excluded: fc.array(query, { maxLength: 1 }),
})

/** Returns the full and the close matches of a text, by looking at every document. */
const scan = ({ slots, excluded }: TextQuery, documents: readonly TestDocument[]) => {
  const hasSlot = ({ alternatives }: Slot, text: readonly string[]) =>
    alternatives.some(alternative => matchesQuery(alternative.query, text))
  const knownSlots = slots.filter(slot => slot.required || documents.some(({ text }) => hasSlot(slot, text)))
  const allowed = documents.filter(
    ({ text }) =>
      knownSlots.length > 0 &&
      knownSlots.every(slot => !slot.required || hasSlot(slot, text)) &&
      !excluded.some(node => matchesQuery(node, text)),
  )
  const full = allowed.filter(({ text }) => knownSlots.every(slot => hasSlot(slot, text)))
  return { full, close: allowed.filter(doc => !full.includes(doc) && knownSlots.some(slot => hasSlot(slot, doc.text))) }
}

const filters = fc
  .record({
    include: fc.uniqueArray(fc.constantFrom('~look=aerial', '~look=macro')),
    exclude: fc.uniqueArray(fc.constantFrom('~look=aerial', '~look=macro')),
    time: fc.boolean(),
    near: fc.boolean(),
  })
  .map(({ include, exclude, time, near }) => [
    { name: 'look', include, exclude, near: [] as string[] },
    { name: 'time', include: time ? ['~time=dusk'] : [], exclude: [], near: time && near ? ['~time=sunset'] : [] },
  ])

const passes = (doc: TestDocument, filter: { include: readonly string[]; exclude: readonly string[] }) =>
  (filter.include.length === 0 || filter.include.some(word => doc.filters.includes(word))) &&
  !filter.exclude.some(word => doc.filters.includes(word))

const countFacets = (matches: readonly TestDocument[]) => {
  const counts = new Map<number, number>()
  for (const facet of matches.flatMap(doc => doc.facets)) counts.set(facet, (counts.get(facet) ?? 0) + 1)
  return counts
}

test('the engine finds, counts and sorts the same clips as a full scan', () => {
  fc.assert(
    fc.property(
      docs,
      fc.option(texts, { nil: undefined }),
      filters,
      fc.constantFrom(...sorts.filter(sort => sort !== 'relevance')),
      (entries, text, activeFilters, sort) => {
        const engine = createEngine()
        for (const { entry } of entries) engine.put(entry)
        const present = [...new Map(entries.map(doc => [doc.entry.clip_id, doc])).values()]
        const matches = text ? scan(text, present) : { full: present, close: [] }
        const select = (conditions: typeof activeFilters) => {
          const isStrict = (doc: TestDocument) => conditions.every(filter => passes(doc, filter))
          const isNear = (doc: TestDocument) =>
            conditions.every(({ include, exclude, near }) =>
              passes(doc, { include: include.length > 0 ? [...include, ...near] : [], exclude }),
            )
          const full = matches.full.filter(isStrict)
          return { full, close: [...matches.full, ...matches.close].filter(doc => isNear(doc) && !full.includes(doc)) }
        }
        const expected = select(activeFilters)
        const key = (doc: TestDocument) =>
          doc.entry[({ newest: 'published_ms', popular: 'popularity', duration: 'duration_ms' } as const)[sort]]
        const toIds = (documents: readonly TestDocument[]) =>
          documents
            .toSorted((a, b) => key(b) - key(a) || b.entry.clip_id - a.entry.clip_id)
            .map(doc => doc.entry.clip_id)

        const result = engine.find({ ...matchAll, text, filters: activeFilters, sort })
        expect(engine.find(matchAll).total).toBe(present.length)
        expect(result.total).toBe(expected.full.length)
        expect(result.clip_ids).toEqual([...toIds(expected.full), ...toIds(expected.close)])
        expect(result.close_total).toBe(expected.close.length)
        expect(result.missing).toHaveLength(expected.close.length)
        expect(result.facets).toEqual(countFacets([...expected.full, ...expected.close]))
        for (const filter of activeFilters.filter(other => other.include.length > 0)) {
          const others = activeFilters.map(other => (other === filter ? { ...other, include: [] } : other))
          const { full, close } = select(others)
          expect(result.without.get(filter.name)).toEqual(countFacets([...full, ...close]))
        }
      },
    ),
  )
})

test('a removed clip is gone from results and counts', () => {
  const engine = createEngine()
  for (let clip_id = 1; clip_id <= 10; clip_id++) engine.put(entryWith(clip_id, "'ocean':1A"))
  engine.remove(3)
  engine.remove(99)
  const { clip_ids, total } = engine.find({ ...matchAll, text: textOf(wordQuery('ocean')) })
  expect(clip_ids).not.toContain(3)
  expect(total).toBe(9)
})

const entryWith = (clip_id: number, text: string, score = 0): IndexEntry => ({
  clip_id,
  score,
  popularity: 0,
  duration_ms: 0,
  published_ms: 0,
  facets: '',
  words: text,
})
const wordQuery = (lexeme: string): TsQuery => ({ kind: 'word', lexeme })
const slotOf = (...queries: TsQuery[]): Slot => ({
  label: 'word',
  required: false,
  alternatives: queries.map((node, i) => ({ query: node, weight: i === 0 ? 1 : 0.5, is_synonym: i > 0 })),
})
/** A text in which each query is a word without synonyms. */
const textOf = (...queries: TsQuery[]): TextQuery => ({ slots: queries.map(node => slotOf(node)), excluded: [] })

test('a word ranks higher in the name than in the keywords, there higher than in the description, and all rank above popularity', () => {
  const engine = createEngine()
  engine.put(entryWith(1, "'ocean':9", 2.4))
  engine.put(entryWith(2, "'ocean':4B", 2))
  engine.put(entryWith(3, "'ocean':1A"))
  engine.put(entryWith(4, "'ocean':1A,5B"))
  engine.put(entryWith(5, "'ocean':1A", 1))
  // The description alone is a close match.
  expect(engine.find({ ...matchAll, text: textOf(wordQuery('ocean')) }).clip_ids).toEqual([4, 5, 3, 2, 1])
})

test('a word that only a removed clip had does not keep the others from full matches', () => {
  const engine = createEngine()
  engine.put(entryWith(1, "'ocean':1A"))
  engine.put(entryWith(2, "'boat':1A"))
  engine.remove(1)
  const text = textOf(wordQuery('boat'), wordQuery('ocean'))
  expect(engine.find({ ...matchAll, text })).toMatchObject({ clip_ids: [2], total: 1, close_total: 0 })
})

test('a synonym counts less than the word, and not in a description', () => {
  const engine = createEngine()
  engine.put(entryWith(1, "'ocean':1A"))
  engine.put(entryWith(2, "'sea':1A"))
  engine.put(entryWith(3, "'sea':9"))
  const result = engine.find({
    ...matchAll,
    text: { slots: [slotOf(wordQuery('ocean'), wordQuery('sea'))], excluded: [] },
  })
  expect(result).toMatchObject({ clip_ids: [1, 2], total: 2, close_total: 0 })
})

test('one word of a description alone is a close match', () => {
  const engine = createEngine()
  engine.put(entryWith(1, "'ocean':9"))
  engine.put(entryWith(2, "'ocean':1A"))
  expect(engine.find({ ...matchAll, text: textOf(wordQuery('ocean')) })).toMatchObject({
    clip_ids: [2, 1],
    total: 1,
    close_total: 1,
  })
})

test('close matches come last, those with the rarer words first, and say what they lack', () => {
  const engine = createEngine()
  engine.put(entryWith(1, "'ocean':1A"))
  engine.put(entryWith(2, "'guard':1A"))
  engine.put(entryWith(3, "'ocean':1A 'guard':2A"))
  for (let clip_id = 4; clip_id <= 9; clip_id++) engine.put(entryWith(clip_id, "'ocean':1A 'wave':2A"))
  const result = engine.find({ ...matchAll, text: textOf(wordQuery('ocean'), wordQuery('guard')), size: 3 })
  expect(result).toMatchObject({ clip_ids: [3, 2, 1], total: 1, missing: [0b01, 0b10] })
})

test('words that no clip has are reported, and the rest of the text is answered', () => {
  const engine = createEngine()
  engine.put(entryWith(1, "'ocean':1A"))
  const heart = { ...slotOf(wordQuery('heart')), label: 'heart' }
  const both = engine.find({ ...matchAll, text: { slots: [heart, slotOf(wordQuery('ocean'))], excluded: [] } })
  expect(both).toMatchObject({ clip_ids: [1], total: 1, unknown: ['heart'] })
  const alone = engine.find({ ...matchAll, text: { slots: [heart], excluded: [] } })
  expect(alone).toMatchObject({ clip_ids: [], total: 0, close_total: 0, unknown: ['heart'] })
})

test('with a page of full matches there are no close ones', () => {
  const engine = createEngine()
  for (let clip_id = 1; clip_id <= 60; clip_id++) engine.put(entryWith(clip_id, "'ocean':1A 'wave':2A"))
  engine.put(entryWith(61, "'ocean':1A"))
  const text = textOf(wordQuery('ocean'), wordQuery('wave'))
  expect(engine.find({ ...matchAll, text })).toMatchObject({ total: 60, close_total: 0 })
  engine.remove(60)
  expect(engine.find({ ...matchAll, text })).toMatchObject({ total: 59, close_total: 1 })
})

test('a few matches among many clips with a common word are in the order of a small catalog', () => {
  const few = [
    entryWith(1, "'ocean':1A 'storm':4B"),
    entryWith(2, "'ocean':1C 'storm':4B"),
    entryWith(3, "'ocean':1 'storm':4B"),
  ]
  const many = Array.from({ length: 600 }, (_, i) => entryWith(100 + i, "'ocean':1A"))
  const rank = (entries: readonly IndexEntry[]) => {
    const engine = createEngine()
    for (const entry of entries) engine.put(entry)
    const text = textOf(wordQuery('ocean'), wordQuery('storm'))
    return engine.find({ ...matchAll, text }).clip_ids.slice(0, few.length)
  }
  expect(rank(few)).toEqual([1, 2, 3])
  expect(rank([...many, ...few])).toEqual([1, 2, 3])
})

test('words side by side in a name rank above the same words apart', () => {
  const engine = createEngine()
  engine.put(entryWith(1, "'milki':1A 'way':2A"))
  engine.put(entryWith(2, "'milki':1A 'way':5A"))
  expect(engine.find({ ...matchAll, text: textOf(wordQuery('milki'), wordQuery('way')) }).clip_ids).toEqual([1, 2])
})

test('pages follow each other without gaps or repetitions', () => {
  const engine = createEngine()
  for (let clip_id = 1; clip_id <= 50; clip_id++) engine.put(entryWith(clip_id, "'ocean':1A", clip_id % 3))
  const pages = [0, 20, 40].flatMap(
    skip => engine.find({ ...matchAll, text: textOf(wordQuery('ocean')), skip, size: 20 }).clip_ids,
  )
  expect(new Set(pages).size).toBe(50)
  expect(engine.find({ ...matchAll, text: textOf(wordQuery('ocean')), skip: 60, size: 20 }).clip_ids).toEqual([])
})

test('above the cap, facets are estimated from a sample while totals stay exact', () => {
  const engine = createEngine()
  for (let clip_id = 1; clip_id <= 1_000; clip_id++)
    engine.put({ ...entryWith(clip_id, "'ocean':1A"), facets: encodeFacets(clip_id % 4 === 0 ? [1, 2] : [1]) })
  const result = engine.find({ ...matchAll, text: textOf(wordQuery('ocean')), cap: 90 })
  expect(result).toMatchObject({ total: 1_000, estimated: true })
  expect(result.facets.get(1)).toBe(1_000)
  expect(result.facets.get(2)).toBeGreaterThan(150)
  expect(result.facets.get(2)).toBeLessThan(350)
  expect(engine.find({ ...matchAll, text: textOf(wordQuery('ocean')) })).toMatchObject({ estimated: false })
})
