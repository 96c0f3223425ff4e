import fc from 'fast-check'
import { expect, test } from 'vitest'

import { encodeFacets } from '#catalog/facet-codes.ts'
import { sorts } from '#catalog/filters.ts'

import { createEngine, type IndexEntry, type EngineQuery } from './engine.ts'
import type { TsQuery } from './tsquery.ts'

const matchAll: EngineQuery = { typed: undefined, filters: [], sort: 'relevance', skip: 0, size: 100, counted: true }
const words = ['ocean', 'sea', 'storm', 'boat'] as const
const filterWords = ['~look=aerial', '~look=macro', '~time=dusk'] as const

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
      facets: fc.uniqueArray(fc.integer({ min: 0, max: 5 })),
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
    fc.record({ kind: fc.constant('not' as const), of: tie('query') }),
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

const matchesQuery = (node: TsQuery, { text }: Pick<TestDocument, 'text'>): boolean => {
  if (node.kind === 'word') return text.includes(node.lexeme)
  if (node.kind === 'not') return !matchesQuery(node.of, { text })
  if (node.kind === 'all') return node.of.every(part => matchesQuery(part, { text }))
  if (node.kind === 'any') return node.of.some(part => matchesQuery(part, { text }))
  return findEnds(node, text).length > 0
}

const filters = fc
  .record({
    include: fc.uniqueArray(fc.constantFrom('~look=aerial', '~look=macro')),
    exclude: fc.uniqueArray(fc.constantFrom('~look=aerial', '~look=macro')),
    time: fc.boolean(),
  })
  .map(({ include, exclude, time }) => [
    { name: 'look', include, exclude },
    { name: 'time', include: time ? ['~time=dusk'] : [], exclude: [] },
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
      fc.option(query, { nil: undefined }),
      filters,
      fc.constantFrom(...sorts.filter(sort => sort !== 'relevance')),
      fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { maxLength: 3 }),
      (entries, typed, activeFilters, sort, removed) => {
        const engine = createEngine()
        for (const { entry } of entries) engine.put(entry)
        for (const clip_id of removed) engine.remove(clip_id)
        const last = new Map(entries.map(doc => [doc.entry.clip_id, doc]))
        for (const clip_id of removed) last.delete(clip_id)
        const present = [...last.values()].filter(doc => !typed || matchesQuery(typed, doc))
        const expected = present.filter(doc => activeFilters.every(filter => passes(doc, filter)))
        const key = (doc: TestDocument) =>
          doc.entry[({ newest: 'published_ms', popular: 'popularity', duration: 'duration_ms' } as const)[sort]]

        const result = engine.find({ ...matchAll, typed, filters: activeFilters, sort })
        expect(engine.find(matchAll).total).toBe(last.size)
        expect(result.total).toBe(expected.length)
        expect(result.clip_ids).toEqual(
          expected
            .toSorted((a, b) => key(b) - key(a) || b.entry.clip_id - a.entry.clip_id)
            .map(doc => doc.entry.clip_id),
        )
        expect(result.facets).toEqual(countFacets(expected))
        for (const filter of activeFilters.filter(other => other.include.length > 0)) {
          const others = activeFilters.map(other => (other === filter ? { ...other, include: [] } : other))
          expect(result.without.get(filter.name)).toEqual(
            countFacets(present.filter(doc => others.every(condition => passes(doc, condition)))),
          )
        }
      },
    ),
  )
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

test('a word ranks higher in the name than in the keywords, there higher than in the description, and all rank above popularity', () => {
  const engine = createEngine()
  engine.put(entryWith(1, "'ocean':9", 2.4))
  engine.put(entryWith(2, "'ocean':4B", 2))
  engine.put(entryWith(3, "'ocean':1A"))
  engine.put(entryWith(4, "'ocean':1A,5B"))
  engine.put(entryWith(5, "'ocean':1A", 1))
  expect(engine.find({ ...matchAll, typed: wordQuery('ocean') }).clip_ids).toEqual([4, 5, 3, 2, 1])
})

test('only the best match among synonyms counts, once', () => {
  const engine = createEngine()
  engine.put(entryWith(1, "'ocean':4B 'sea':5B"))
  engine.put(entryWith(2, "'sea':1A"))
  expect(
    engine.find({ ...matchAll, typed: { kind: 'any', of: [wordQuery('ocean'), wordQuery('sea')] } }).clip_ids,
  ).toEqual([2, 1])
})

test('pages follow each other without gaps or repetitions', () => {
  const engine = createEngine()
  for (let clip_id = 1; clip_id <= 50; clip_id++) engine.put(entryWith(clip_id, "'ocean':1A", clip_id % 3))
  const pages = [0, 20, 40].flatMap(
    skip => engine.find({ ...matchAll, typed: wordQuery('ocean'), skip, size: 20 }).clip_ids,
  )
  expect(new Set(pages).size).toBe(50)
  expect(engine.find({ ...matchAll, typed: wordQuery('ocean'), skip: 60, size: 20 }).clip_ids).toEqual([])
})

test('above the cap, facets are estimated from a sample while totals stay exact', () => {
  const engine = createEngine()
  for (let clip_id = 1; clip_id <= 1_000; clip_id++)
    engine.put({ ...entryWith(clip_id, "'ocean':1A"), facets: encodeFacets(clip_id % 4 === 0 ? [1, 2] : [1]) })
  const result = engine.find({ ...matchAll, typed: wordQuery('ocean'), cap: 90 })
  expect(result).toMatchObject({ total: 1_000, estimated: true })
  expect(result.facets.get(1)).toBe(1_000)
  expect(result.facets.get(2)).toBeGreaterThan(150)
  expect(result.facets.get(2)).toBeLessThan(350)
  expect(engine.find({ ...matchAll, typed: wordQuery('ocean') })).toMatchObject({ estimated: false })
})
