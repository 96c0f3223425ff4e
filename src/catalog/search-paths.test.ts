/** Two ways lead to an answer, the engine and PostgreSQL: whatever is asked, they must find and count the same. */
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { saveWishes } from '../../testing/builders/catalog.ts'
import type { Engine, Found, Wanted as EngineWanted } from './engine/engine.ts'
import { followSearch } from './engine/follow.server.ts'
import { facetsByFilter, openVocabulary } from './facets.server.ts'
import { filterWords } from './filter-words.ts'
import { sorts, type Filters } from './filters.ts'
import { publishClip, withdrawClip } from './save.server.ts'
import type { Wanted } from './search.server.ts'
import { searchBySql } from './sql-search.server.ts'
import { openTyped } from './typed.server.ts'

const words = ['ocean', 'sea', 'waves', 'drone', 'northern lights', 'boat', 'boats', 'wave', 'aerial', 'café']
const pick = (i: number, salt: number) => words[(i * 7 + salt * 3 + Math.floor(i / salt)) % words.length] ?? ''

let shop: TestApp
let ids: number[]
beforeAll(async () => {
  shop = await openTestApp()
  ids = await saveWishes(
    shop,
    Array.from({ length: 60 }, (_, i) => ({
      name: `${pick(i, 1)} ${pick(i, 2)} ${i}`,
      description: `A ${pick(i, 3)} with a ${pick(i, 5)}.`,
      keywords: [pick(i, 4), pick(i, 6)],
      category: i % 2 === 0 ? 'Oceans' : 'Skies',
      camera_look: ['handheld', 'aerial', 'macro'][i % 3] ?? '',
      motion: i % 4 === 0 ? 'timelapse' : 'realtime',
      popularity: (i % 7) / 7,
      duration_ms: 4_000 + (i % 5) * 1_000,
    })),
  )
})
afterAll(() => shop.close())

let follower: ReturnType<typeof followSearch>
beforeEach(() => {
  follower = followSearch(shop.db)
})

const engineNow = async (): Promise<Engine> => {
  const engine = await follower.current()
  if (!engine) throw new Error('The engine is not loaded.')
  return engine
}

const cap = 10_000
const bySql = async (wanted: Wanted) => {
  const { cards, ...rest } = await searchBySql(shop.db, wanted, cap)
  return { ...rest, clip_ids: (JSON.parse(cards) as { id: number }[]).map(card => card.id) }
}
const byEngine = async (wanted: Wanted & Pick<EngineWanted, 'facetsOf'>): Promise<Found> => {
  const typed = await openTyped(shop.db, shop.clock)(wanted.q)
  if (!typed) throw new Error(`The engine does not take ${wanted.q}`)
  return (await engineNow()).find({ ...wanted, typed: typed.wide, exact: typed.exact })
}

const texts = fc
  .array(
    fc
      .tuple(fc.constantFrom('', '', '', '-', 'or '), fc.constantFrom(...words), fc.boolean())
      .map(([sign, word, quoted]) => `${sign}${quoted && !sign.startsWith('or') ? `"${word}"` : word}`),
    { maxLength: 4 },
  )
  .map(parts => parts.join(' '))

const filters = (values: string[]) => fc.subarray(values, { maxLength: 2 })
const choices = fc.record({
  look: filters(['handheld', 'aerial', 'macro']),
  motion: filters(['timelapse', 'realtime']),
  category: filters(['oceans', 'skies', 'nowhere']),
})

test('both find the same clips, count the same facets, and order them alike', async () => {
  await fc.assert(
    fc.asyncProperty(texts, choices, choices, fc.constantFrom(...sorts), async (q, include, exclude, sort) => {
      const wanted: Wanted = {
        q,
        filters: filterWords(include as Filters, exclude as Filters),
        sort,
        skip: 0,
        size: 100,
        counted: true,
      }
      const [sqlFound, engineFound] = await Promise.all([bySql(wanted), byEngine(wanted)])
      expect(engineFound.total).toBe(sqlFound.total)
      expect(engineFound.facets).toEqual(sqlFound.facets)
      expect(engineFound.without).toEqual(sqlFound.without)
      // Counted alone, a filter's facets are the same.
      const facetsOf = facetsByFilter(await openVocabulary(shop.db, shop.clock).all())
      const alone = await byEngine({ ...wanted, facetsOf })
      for (const [name, counts] of sqlFound.without) {
        const own = new Set(facetsOf(name).map(one => one.number))
        const ofFilter = (all: ReadonlyMap<number, number> | undefined) =>
          new Map([...(all ?? [])].filter(([n]) => own.has(n)))
        expect(ofFilter(alone.without.get(name))).toEqual(ofFilter(counts))
      }
      // Words are compared each in its own way; every other order is the same.
      const inOrder = (found: readonly number[]) => (sort === 'relevance' ? found.toSorted((a, b) => a - b) : found)
      expect(inOrder(engineFound.clip_ids)).toEqual(inOrder(sqlFound.clip_ids))
    }),
    { numRuns: 150 },
  )
})

const everything: Wanted = { q: '', filters: [], sort: 'newest', skip: 0, size: 200, counted: true }

test('the engine follows what is withdrawn, published again, and written anew', async () => {
  await engineNow()
  const [one = 0, other = 0] = ids
  await shop.db.transaction().execute(trx => withdrawClip(trx, one))
  expect((await byEngine(everything)).clip_ids).not.toContain(one)
  await shop.db.transaction().execute(trx => publishClip(trx, one, shop.clock.now()))
  expect((await byEngine(everything)).clip_ids).toContain(one)
  await sql`update clip_search set duration_ms = 99000 where clip_id = ${other}`.execute(shop.db)
  expect((await byEngine({ ...everything, sort: 'duration' })).clip_ids[0]).toBe(other)
  expect(await byEngine(everything)).toMatchObject({ total: 60 })
})

test('many who ask at once share one look at what changed, and each sees what was there before they asked', async () => {
  await engineNow()
  const [one = 0] = ids
  for (let round = 0; round < 5; round++) {
    await shop.db.transaction().execute(trx => withdrawClip(trx, one))
    const found = await Promise.all(Array.from({ length: 20 }, () => byEngine(everything)))
    for (const { clip_ids } of found) expect(clip_ids).not.toContain(one)
    await shop.db.transaction().execute(trx => publishClip(trx, one, shop.clock.now()))
    const again = await Promise.all(Array.from({ length: 20 }, () => byEngine(everything)))
    for (const { clip_ids } of again) expect(clip_ids).toContain(one)
  }
})
