import fc from 'fast-check'
import { expect, test } from 'vitest'

import { encodeFacets } from '../facet-codes.ts'
import { sorts } from '../filters.ts'
import { openEngine, type Entry, type Wanted } from './engine.ts'
import type { Query } from './tsquery.ts'

const all: Wanted = { typed: undefined, filters: [], sort: 'relevance', skip: 0, size: 100, counted: true }
const words = ['ocean', 'sea', 'storm', 'boat'] as const
const filterWords = ['~look=aerial', '~look=macro', '~time=dusk'] as const

type Doc = { entry: Entry; text: readonly string[]; filters: readonly string[]; facets: readonly number[] }

const docs = fc.array(
  fc
    .record({
      clip_id: fc.integer({ min: 1, max: 12 }),
      text: fc.array(fc.constantFrom(...words), { maxLength: 5 }),
      filters: fc.uniqueArray(fc.constantFrom(...filterWords)),
      facets: fc.uniqueArray(fc.integer({ min: 0, max: 5 })),
      rank: fc.nat(3),
    })
    .map(({ clip_id, text, filters, facets, rank }): Doc => {
      const places = Map.groupBy(
        text.map((word, i) => ({ word, place: i + 1 })),
        one => one.word,
      )
      const vector = [...places].map(([word, at]) => `'${word}':${at.map(one => `${one.place}A`).join(',')}`)
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

const { query } = fc.letrec<{ query: Query; word: Query; said: Query }>(tie => ({
  // What a phrase can be made of.
  said: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    tie('word'),
    fc.record({ kind: fc.constant('any' as const), of: fc.array(tie('said'), { minLength: 1, maxLength: 2 }) }),
    fc.record({
      kind: fc.constant('phrase' as const),
      before: tie('said'),
      after: tie('word'),
      distance: fc.integer({ min: 1, max: 2 }),
    }),
  ),
  word: fc.constantFrom(...words).map((lexeme): Query => ({ kind: 'word', lexeme })),
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
      before: tie('said'),
      after: tie('said'),
      distance: fc.integer({ min: 1, max: 2 }),
    }),
  ),
}))

/** Where in a text something that is said ends. */
const endsOf = (one: Query, text: readonly string[]): number[] => {
  if (one.kind === 'word') return text.flatMap((word, i) => (word === one.lexeme ? [i] : []))
  if (one.kind === 'any') return one.of.flatMap(part => endsOf(part, text))
  if (one.kind !== 'phrase') return []
  const before = endsOf(one.before, text)
  return endsOf(one.after, text).filter(place => before.includes(place - one.distance))
}

const answers = (one: Query, { text }: Pick<Doc, 'text'>): boolean => {
  if (one.kind === 'word') return text.includes(one.lexeme)
  if (one.kind === 'not') return !answers(one.of, { text })
  if (one.kind === 'all') return one.of.every(part => answers(part, { text }))
  if (one.kind === 'any') return one.of.some(part => answers(part, { text }))
  return endsOf(one, text).length > 0
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

const passes = (doc: Doc, asked: { include: readonly string[]; exclude: readonly string[] }) =>
  (asked.include.length === 0 || asked.include.some(word => doc.filters.includes(word))) &&
  !asked.exclude.some(word => doc.filters.includes(word))

const countOf = (found: readonly Doc[]) => {
  const counts = new Map<number, number>()
  for (const facet of found.flatMap(doc => doc.facets)) counts.set(facet, (counts.get(facet) ?? 0) + 1)
  return counts
}

test('it finds, counts and orders what reading every clip would', () => {
  fc.assert(
    fc.property(
      docs,
      fc.option(query, { nil: undefined }),
      filters,
      fc.constantFrom(...sorts.filter(sort => sort !== 'relevance')),
      fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { maxLength: 3 }),
      (given, typed, asked, sort, removed) => {
        const engine = openEngine()
        for (const { entry } of given) engine.put(entry)
        for (const clip_id of removed) engine.remove(clip_id)
        const last = new Map(given.map(doc => [doc.entry.clip_id, doc]))
        for (const clip_id of removed) last.delete(clip_id)
        const present = [...last.values()].filter(doc => !typed || answers(typed, doc))
        const expected = present.filter(doc => asked.every(filter => passes(doc, filter)))
        const key = (doc: Doc) =>
          doc.entry[({ newest: 'published_ms', popular: 'popularity', duration: 'duration_ms' } as const)[sort]]

        const found = engine.find({ ...all, typed, filters: asked, sort })
        expect(engine.find(all).total).toBe(last.size)
        expect(found.total).toBe(expected.length)
        expect(found.clip_ids).toEqual(
          expected
            .toSorted((a, b) => key(b) - key(a) || b.entry.clip_id - a.entry.clip_id)
            .map(doc => doc.entry.clip_id),
        )
        expect(found.facets).toEqual(countOf(expected))
        for (const filter of asked.filter(one => one.include.length > 0)) {
          const others = asked.map(one => (one === filter ? { ...one, include: [] } : one))
          expect(found.without.get(filter.name)).toEqual(
            countOf(present.filter(doc => others.every(other => passes(doc, other)))),
          )
        }
      },
    ),
  )
})

const named = (clip_id: number, text: string, score = 0): Entry => ({
  clip_id,
  score,
  popularity: 0,
  duration_ms: 0,
  published_ms: 0,
  facets: '',
  words: text,
})
const word = (lexeme: string): Query => ({ kind: 'word', lexeme })

test('a word in the name counts more than among the keywords, there more than in the description, and all more than liking', () => {
  const engine = openEngine()
  engine.put(named(1, "'ocean':9", 2.4))
  engine.put(named(2, "'ocean':4B", 2))
  engine.put(named(3, "'ocean':1A"))
  engine.put(named(4, "'ocean':1A,5B"))
  engine.put(named(5, "'ocean':1A", 1))
  expect(engine.find({ ...all, typed: word('ocean') }).clip_ids).toEqual([4, 5, 3, 2, 1])
})

test('of words that mean the same the best counts, once', () => {
  const engine = openEngine()
  engine.put(named(1, "'ocean':4B 'sea':5B"))
  engine.put(named(2, "'sea':1A"))
  expect(engine.find({ ...all, typed: { kind: 'any', of: [word('ocean'), word('sea')] } }).clip_ids).toEqual([2, 1])
})

test('pages follow each other without a gap or a repetition', () => {
  const engine = openEngine()
  for (let clip_id = 1; clip_id <= 50; clip_id++) engine.put(named(clip_id, "'ocean':1A", clip_id % 3))
  const pages = [0, 20, 40].flatMap(skip => engine.find({ ...all, typed: word('ocean'), skip, size: 20 }).clip_ids)
  expect(new Set(pages).size).toBe(50)
  expect(engine.find({ ...all, typed: word('ocean'), skip: 60, size: 20 }).clip_ids).toEqual([])
})

test('beyond the cap facets are counted among a sample that stands for all; totals stay exact, and it says so', () => {
  const engine = openEngine()
  for (let clip_id = 1; clip_id <= 1_000; clip_id++)
    engine.put({ ...named(clip_id, "'ocean':1A"), facets: encodeFacets(clip_id % 4 === 0 ? [1, 2] : [1]) })
  const found = engine.find({ ...all, typed: word('ocean'), cap: 90 })
  expect(found).toMatchObject({ total: 1_000, estimated: true })
  expect(found.facets.get(1)).toBe(1_000)
  expect(found.facets.get(2)).toBeGreaterThan(150)
  expect(found.facets.get(2)).toBeLessThan(350)
  expect(engine.find({ ...all, typed: word('ocean') })).toMatchObject({ estimated: false })
})
