import { afterAll, beforeAll, expect, test } from 'vitest'

import { listClips } from '#catalog/contract.ts'

import { seedCatalog } from '../../demo/seed-catalog.ts'
import { openTestApp, type TestApp, type Visitor } from '../../testing/app.ts'
import { saveTestClips } from '../../testing/builders/catalog.ts'
import { getSearchPage } from './search-page-contract.ts'
import { countTerms } from './search-terms.server.ts'
import { suggestClips, type Suggestion } from './search-text-contract.ts'

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
  suggestions.filter(suggestion => suggestion.kind === kind).map(suggestion => suggestion.label)

test('typing suggests terms, filters, collections, filmmakers and clips, each with its path', async () => {
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
  expect(data.find(suggestion => suggestion.kind === 'clip')).toMatchObject({
    path: expect.stringMatching(/^\/clips\/[a-z-]+\/\d+$/),
    picture: { type: 'image/webp', url: expect.stringMatching(/^\/media\//) },
  })
})

test('collections and filmmakers are found by any word of their names', async () => {
  const swell = (await suggest('SWELL')).data
  expect(labels(swell, 'collection').toSorted()).toEqual(['Salt & Swell', 'Southern Swell'])
  expect(swell.find(suggestion => suggestion.label === 'Salt & Swell')).toMatchObject({
    path: expect.stringMatching(/^\/collections\/salt-and-swell\/\d+$/),
    note: '7 clips',
    picture: { type: 'image/webp' },
  })
  expect(labels((await suggest('brine')).data, 'filmmaker')).toEqual(['Brine & Lens'])
})

test('the last of several words is completed with words that clips have beside the others', async () => {
  expect(labels((await suggest('golden ho')).data, 'term')[0]).toBe('golden hour')
  expect(labels((await suggest('calm oce')).data, 'term')).toEqual(['calm ocean'])
  expect(labels((await suggest('slow motion oce')).data, 'term')).toEqual(['slow motion ocean'])
})

test('a typo is corrected, and the response says so', async () => {
  const { data, meta } = await suggest('ocaen')
  expect(meta).toEqual({ meant: 'ocean' })
  expect(labels(data, 'term')[0]).toBe('ocean')
})

test.each([' ', '-', '"', '\0', '🎬', '%', '/~@', '"ocean"'])('“%s” suggests nothing', async q => {
  expect((await suggest(q)).data).toEqual([])
})

test('plain language becomes text and filters that the catalog has, in every endpoint of the search', async () => {
  const q = 'aerial ocean at dusk, no people, by Brine and Lens'
  const expected = {
    words: 'ocean',
    filters: [
      { name: 'look', value: 'aerial', exclude: false, text: 'aerial', spans: [[0, 6]] },
      { name: 'time', value: 'dusk', exclude: false, text: 'at dusk', spans: [[16, 20]] },
      { name: 'people', value: 'none', exclude: false, text: 'no people', spans: [[22, 31]] },
      { name: 'filmmaker', value: 'brine-and-lens', exclude: false, text: 'by Brine and Lens', spans: [[36, 50]] },
    ],
  }
  const { data, meta } = await visitor.call(listClips, { query: { q } })
  expect(meta.reading).toMatchObject(expected)
  expect((await visitor.call(getSearchPage, { query: { q } })).data).toMatchObject({ reading: expected })
  const chosen = { q: 'ocean', look: 'aerial', time: 'dusk', people: 'none', filmmaker: 'brine-and-lens' }
  const byFilters = await visitor.call(listClips, { query: chosen })
  expect(byFilters.data.map(({ id }) => id)).toEqual(data.map(({ id }) => id))
  const exact = await visitor.call(listClips, { query: { q, exact: '1' } })
  expect(exact.meta.reading).toMatchObject({ words: q, filters: [] })
})

test('a page of results has the clips of all pages before it, and every kind of page conforms to its schema', async () => {
  const load = async (query: Record<string, string>) =>
    getSearchPage.reply.parse((await visitor.call(getSearchPage, { query })).data)
  const all = await load({ sort: 'newest' })
  expect(all).toMatchObject({ kind: 'results', reading: null, alternatives: null, last_page: 2 })
  const both = await load({ sort: 'newest', page: '2' })
  if (all.kind !== 'results' || both.kind !== 'results') throw new Error('There are no results.')
  expect([all.clips.length, both.clips.length]).toEqual([60, both.total])
  expect(both.clips.slice(0, 60)).toEqual(all.clips)
  expect(await load({ page: '9' })).toEqual({ kind: 'redirect', path: '/clips?page=2' })
  expect(await load({ q: 'ocaen' })).toMatchObject({
    reading: { corrections: [{ typed: 'ocaen', corrected: 'ocean' }] },
  })
  const broader = await load({ q: 'qzqzqzqz', look: 'aerial' })
  expect(broader).toMatchObject({
    total: 0,
    reading: { unknown: ['qzqzqzqz'] },
    alternatives: { searches: [{ label: 'Without “qzqzqzqz”', path: '/clips?look=aerial', clips: expect.any(Array) }] },
  })
})

test('recounted terms include only published clips and drop terms that no clip has anymore', async () => {
  const countAndLoad = async (...terms: string[]) => {
    await countTerms(shop.db)
    const rows = await shop.db.selectFrom('search_terms').selectAll().where('term', 'in', terms).execute()
    return Object.fromEntries(rows.map(({ term, clips }) => [term, clips]))
  }
  const [id = 0] = await saveTestClips(shop, [
    { name: 'Zeppelin over the zócalo', keywords: ['flying whale', 'zeppelin'] },
    { name: 'Second zeppelin', draft: true },
  ])
  expect(await countAndLoad('zeppelin', 'zócalo', 'flying whale', 'whale', 'the')).toEqual({
    zeppelin: 1,
    zócalo: 1,
    'flying whale': 1,
    whale: 1,
  })
  await shop.db.updateTable('clips').set({ status: 'withdrawn' }).where('id', '=', id).execute()
  expect(await countAndLoad('zeppelin', 'flying whale')).toEqual({})
})
