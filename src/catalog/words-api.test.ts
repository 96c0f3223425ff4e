import { afterAll, beforeAll, expect, test } from 'vitest'

import { seedCatalog } from '../../demo/seed-catalog.ts'
import { openTestApp, type TestApp, type Visitor } from '../../testing/app.ts'
import { saveWishes } from '../../testing/builders/catalog.ts'
import { countTerms } from './search-terms.server.ts'
import { correctSearch, readSearch, suggestClips, type Suggestion } from './words-contract.ts'

let shop: TestApp
let visitor: Visitor
beforeAll(async () => {
  shop = await openTestApp()
  await seedCatalog(shop)
  visitor = shop.visitor()
})
afterAll(() => shop.close())

const suggest = (q: string) => visitor.call(suggestClips, { query: { q } })
const labels = (suggestions: readonly Suggestion[], kind: Suggestion['kind']) =>
  suggestions.filter(one => one.kind === kind).map(one => one.label)

test('typing suggests words, filters, collections, filmmakers and clips, each with its address', async () => {
  const { data, meta } = await suggest('oce')
  expect(meta).toEqual({})
  expect(data[0]).toEqual({ kind: 'term', label: 'ocean', path: '/clips?q=ocean', note: '', picture: null })
  expect(data).toContainEqual({
    kind: 'filter',
    label: 'Oceans & Water',
    path: '/clips?category=oceans',
    note: 'Category',
    picture: null,
  })
  expect(labels(data, 'clip')).toContain('Low Sun over Open Ocean')
  expect(data.find(one => one.kind === 'clip')).toMatchObject({
    path: expect.stringMatching(/^\/clips\/[a-z-]+\/\d+$/),
    picture: { type: 'image/webp', url: expect.stringMatching(/^\/media\//) },
  })
})

test('names of collections and filmmakers are found by any of their words', async () => {
  const swell = (await suggest('SWELL')).data
  expect(labels(swell, 'collection').toSorted()).toEqual(['Salt & Swell', 'Southern Swell'])
  expect(swell.find(one => one.label === 'Salt & Swell')).toMatchObject({
    path: expect.stringMatching(/^\/collections\/salt-and-swell\/\d+$/),
    note: '7 clips',
    picture: { type: 'image/webp' },
  })
  expect(labels((await suggest('brine')).data, 'filmmaker')).toEqual(['Brine & Lens'])
})

test('the last of several words is ended, with what stands beside the others in a clip', async () => {
  expect(labels((await suggest('golden ho')).data, 'term')[0]).toBe('golden hour')
  expect(labels((await suggest('calm oce')).data, 'term')).toEqual(['calm ocean'])
  expect(labels((await suggest('slow motion oce')).data, 'term')).toEqual([])
})

test('a letter amiss is forgiven, and said', async () => {
  const { data, meta } = await suggest('ocaen')
  expect(meta).toEqual({ meant: 'ocean' })
  expect(labels(data, 'term')[0]).toBe('ocean')
})

test.each([' ', '-', '"', '\0', '🎬', '%', '/~@', '"ocean"'])('“%s” suggests nothing', async q => {
  expect((await suggest(q)).data).toEqual([])
})

test('plain language becomes words and filters that the catalog knows', async () => {
  const { data } = await visitor.call(readSearch, {
    query: { q: 'aerial ocean at dusk, no people, by Brine and Lens' },
  })
  expect(data).toEqual({
    words: 'ocean',
    filters: [
      { name: 'look', values: ['aerial'], exclude: false, said: 'aerial' },
      { name: 'time', values: ['dusk'], exclude: false, said: 'at dusk' },
      { name: 'people', values: ['none'], exclude: false, said: 'no people' },
      { name: 'filmmaker', values: ['brine-and-lens'], exclude: false, said: 'by Brine and Lens' },
    ],
    left_out: [],
  })
})

const corrected = async (q: string) => (await visitor.call(correctSearch, { query: { q } })).data

test('words that no clip has are put right; known ones, quoted ones and those beyond guessing stay', async () => {
  expect(await corrected('ocaen wavs')).toEqual({ corrected: 'ocean waves', exact: '"ocaen" "wavs"' })
  expect(await corrected('oceans with waves')).toBeNull()
  expect(await corrected('"ocaen"')).toBeNull()
  expect(await corrected('foerst -ocaen "low sun" tree')).toEqual({
    corrected: 'forest -ocaen "low sun" tree',
    exact: '"foerst" -ocaen "low sun" tree',
  })
  expect(await corrected('qzqzqzqz')).toBeNull()
})

test('terms are counted anew: published clips alone count, and what is gone is forgotten', async () => {
  const counts = async (...terms: string[]) => {
    await countTerms(shop.db)
    const rows = await shop.db.selectFrom('search_terms').selectAll().where('term', 'in', terms).execute()
    return Object.fromEntries(rows.map(({ term, clips }) => [term, clips]))
  }
  const [id = 0] = await saveWishes(shop, [
    { name: 'Zeppelin over the zócalo', keywords: ['flying whale', 'zeppelin'] },
    { name: 'Second zeppelin', draft: true },
  ])
  expect(await counts('zeppelin', 'zócalo', 'flying whale', 'whale', 'the')).toEqual({
    zeppelin: 1,
    zócalo: 1,
    'flying whale': 1,
    whale: 1,
  })
  await shop.db.updateTable('clips').set({ status: 'withdrawn' }).where('id', '=', id).execute()
  expect(await counts('zeppelin', 'flying whale')).toEqual({})
})
