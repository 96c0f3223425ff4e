/** Checks that the two implementations of the search, the engine and PostgreSQL, find and count the same. */
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { sorts, type Filters } from '#catalog/filters.ts'
import { publishClip } from '#catalog/save-catalog.server.ts'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { saveTestClips, withdrawClip } from '../../testing/builders/catalog.ts'
import { createEngineSync } from './engine/engine-sync.server.ts'
import type { Engine, EngineResult, EngineQuery as EngineInput } from './engine/engine.ts'
import { ENOUGH_MATCHES } from './engine/text-matches.ts'
import { facetsByFilter, openVocabulary } from './facets.server.ts'
import { toFilterTerms } from './filter-terms.ts'
import type { SearchQuery } from './search-query.ts'
import { countMatchesBySql, searchBySql } from './sql-search.server.ts'
import { openLexemes } from './text/lexemes.server.ts'
import { planSearch } from './text/plan-search.server.ts'

const terms = ['ocean', 'sea', 'waves', 'drone', 'northern lights', 'boat', 'boats', 'wave', 'aerial', 'café']
const pickTerm = (i: number, salt: number) => terms[(i * 7 + salt * 3 + Math.floor(i / salt)) % terms.length] ?? ''

let shop: TestApp
let ids: number[]
beforeAll(async () => {
  shop = await openTestApp()
  ids = await saveTestClips(
    shop,
    Array.from({ length: 60 }, (_, i) => ({
      name: `${pickTerm(i, 1)} ${pickTerm(i, 2)} ${i}`,
      description: `A ${pickTerm(i, 3)} with a ${pickTerm(i, 5)}.`,
      keywords: [pickTerm(i, 4), pickTerm(i, 6)],
      category: i % 2 === 0 ? 'Oceans' : 'Skies',
      camera_look: ['handheld', 'aerial', 'macro'][i % 3] ?? '',
      motion: i % 4 === 0 ? 'timelapse' : 'realtime',
      time_of_day: ['dusk', 'sunset', 'night', 'blue hour', 'day'][i % 5] ?? '',
      tier: (['standard', 'premium', 'signature'] as const)[i % 3],
      formats: i % 2 === 0 ? [3] : [2, 3],
      sound: i % 5 === 0,
      popularity: (i % 7) / 7,
      duration_ms: 4_000 + (i % 5) * 1_000,
    })),
  )
})
afterAll(() => shop.close())

let follower: ReturnType<typeof createEngineSync>
beforeEach(() => {
  follower = createEngineSync(shop.db)
})

const loadEngine = async (): Promise<Engine> => {
  const engine = await follower.current()
  if (!engine) throw new Error('The engine is not loaded.')
  return engine
}

const cap = 10_000
const searchSql = async (query: SearchQuery) => {
  const { cards, ...result } = await searchBySql(shop.db, query, cap)
  return { ...result, clip_ids: (JSON.parse(cards) as { id: number }[]).map(card => card.id) }
}
const searchEngine = async (query: SearchQuery & Pick<EngineInput, 'facetsOf'>): Promise<EngineResult> =>
  (await loadEngine()).find(query)

/** Plans a text with the counts of the engine or of PostgreSQL. */
const planText = async (q: string, engine?: Engine) => {
  const { text } = await planSearch(q, {
    ...openLexemes(shop.db, shop.clock),
    countMatches: async queries =>
      engine ? queries.map(query => engine.countMatches(query)) : countMatchesBySql(shop.db, queries),
    listCorrections: async () => [],
  })
  return text
}

const queryText = fc
  .array(
    fc
      .tuple(fc.constantFrom('', '', '', '-', 'or ', 'AND '), fc.constantFrom(...terms, 'zebra'), fc.boolean())
      .map(([sign, term, quoted]) => `${sign}${quoted && sign !== 'or ' ? `"${term}"` : term}`),
    { maxLength: 4 },
  )
  .map(parts => parts.join(' '))

const filterChoice = (values: string[]) => fc.subarray(values, { maxLength: Math.min(2, values.length) })
const filterChoices = fc.record({
  look: filterChoice(['handheld', 'aerial', 'macro']),
  motion: filterChoice(['timelapse', 'realtime']),
  category: filterChoice(['oceans', 'skies', 'nowhere']),
  time: filterChoice(['dusk', 'night']),
  tier: filterChoice(['premium', 'signature']),
  sound: filterChoice(['yes']),
  price: filterChoice(['-100', '60-200', '150-']),
})

/** As read from words: chosen filters have none. */
const nearChoice = fc.constantFrom<Filters>({}, {}, { time: ['sunset', 'blue-hour'] })

test('both find the same clips, count the same facets and sort alike', async () => {
  await fc.assert(
    fc.asyncProperty(
      queryText,
      filterChoices,
      filterChoices,
      nearChoice,
      fc.constantFrom(...sorts),
      async (q, include, exclude, near, sort) => {
        const text = await planText(q, await loadEngine())
        expect(await planText(q)).toEqual(text)
        const vocabulary = await openVocabulary(shop.db, shop.clock).all()
        const query: SearchQuery = {
          text,
          filters: toFilterTerms(include as Filters, exclude as Filters, vocabulary, near),
          sort,
          skip: 0,
          size: 100,
          counted: true,
        }
        const [sqlResult, engineResult] = await Promise.all([searchSql(query), searchEngine(query)])
        expect(engineResult.total).toBe(sqlResult.total)
        expect(engineResult.close_total).toBe(sqlResult.close_total)
        expect(engineResult.unknown).toEqual(sqlResult.unknown)
        expect(engineResult.missing).toEqual(sqlResult.missing)
        expect(engineResult.facets).toEqual(sqlResult.facets)
        expect(engineResult.without).toEqual(sqlResult.without)
        // Counting the facets of one filter gives the same numbers.
        const facetsOf = facetsByFilter(vocabulary)
        const filtered = await searchEngine({ ...query, facetsOf })
        for (const [name, counts] of sqlResult.without) {
          const filterNumbers = new Set(facetsOf(name).map(facet => facet.number))
          const onlyFilter = (facetCounts: ReadonlyMap<number, number> | undefined) =>
            new Map([...(facetCounts ?? [])].filter(([n]) => filterNumbers.has(n)))
          expect(onlyFilter(filtered.without.get(name))).toEqual(onlyFilter(counts))
        }
        // PostgreSQL alone ranks a page of full matches: by relevance, that order differs.
        const comparable = (clip_ids: readonly number[]) =>
          sort === 'relevance' && sqlResult.total >= ENOUGH_MATCHES ? clip_ids.toSorted((a, b) => a - b) : clip_ids
        expect(comparable(engineResult.clip_ids)).toEqual(comparable(sqlResult.clip_ids))
      },
    ),
    { numRuns: 150 },
  )
})

const allClipsQuery: SearchQuery = { text: undefined, filters: [], sort: 'newest', skip: 0, size: 200, counted: true }

test('the engine follows withdrawn, republished and updated clips', async () => {
  await loadEngine()
  const [first = 0, second = 0] = ids
  await withdrawClip(shop, first)
  expect((await searchEngine(allClipsQuery)).clip_ids).not.toContain(first)
  await shop.db.transaction().execute(trx => publishClip(trx, first, shop.clock.now()))
  expect((await searchEngine(allClipsQuery)).clip_ids).toContain(first)
  await sql`update clip_search set duration_ms = 99000 where clip_id = ${second}`.execute(shop.db)
  expect((await searchEngine({ ...allClipsQuery, sort: 'duration' })).clip_ids[0]).toBe(second)
  expect(await searchEngine(allClipsQuery)).toMatchObject({ total: 60 })
})

test('concurrent searches share one refresh, and each sees all changes made before it', async () => {
  await loadEngine()
  const [first = 0] = ids
  for (let round = 0; round < 5; round++) {
    await withdrawClip(shop, first)
    const afterWithdrawal = await Promise.all(Array.from({ length: 20 }, () => searchEngine(allClipsQuery)))
    for (const { clip_ids } of afterWithdrawal) expect(clip_ids).not.toContain(first)
    await shop.db.transaction().execute(trx => publishClip(trx, first, shop.clock.now()))
    const afterPublication = await Promise.all(Array.from({ length: 20 }, () => searchEngine(allClipsQuery)))
    for (const { clip_ids } of afterPublication) expect(clip_ids).toContain(first)
  }
})
