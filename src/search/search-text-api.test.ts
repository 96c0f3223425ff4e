import { afterAll, beforeAll, expect, test } from 'vitest'

import { seedCatalog } from '../../demo/seed-catalog.ts'
import { openTestApp, type TestApp, type Visitor } from '../../testing/app.ts'
import { saveTestClips } from '../../testing/builders/catalog.ts'
import { getSearchPage } from './search-page-contract.ts'
import { countTerms } from './search-terms.server.ts'
import { suggestClips, type Suggestion } from './search-text-contract.ts'
import { openSearch } from './search.server.ts'
import { openSearchText } from './text/search-text.server.ts'

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
  expect(labels((await suggest('slow motion oce')).data, 'term')).toEqual([])
})

test('a typo is corrected, and the response says so', async () => {
  const { data, meta } = await suggest('ocaen')
  expect(meta).toEqual({ meant: 'ocean' })
  expect(labels(data, 'term')[0]).toBe('ocean')
})

test.each([' ', '-', '"', '\0', '🎬', '%', '/~@', '"ocean"'])('“%s” suggests nothing', async q => {
  expect((await suggest(q)).data).toEqual([])
})

test('plain language becomes text and filters that the catalog has', async () => {
  const { data } = await visitor.call(getSearchPage, {
    query: { q: 'aerial ocean at dusk, no people, by Brine and Lens', plain_language: '1' },
  })
  expect(data).toEqual({
    kind: 'redirect',
    path: '/clips?q=ocean&look=aerial&time=dusk&people=none&filmmaker=brine-and-lens',
  })
})

test('a page of results has the clips of all pages before it, and every kind of page conforms to its schema', async () => {
  const load = async (query: Record<string, string>) =>
    getSearchPage.reply.parse((await visitor.call(getSearchPage, { query })).data)
  const all = await load({ sort: 'newest' })
  expect(all).toMatchObject({ kind: 'results', typed: null, alternatives: null, last_page: 2 })
  const both = await load({ sort: 'newest', page: '2' })
  if (all.kind !== 'results' || both.kind !== 'results') throw new Error('There are no results.')
  expect([all.clips.length, both.clips.length]).toEqual([60, both.total])
  expect(both.clips.slice(0, 60)).toEqual(all.clips)
  expect(await load({ page: '9' })).toEqual({ kind: 'redirect', path: '/clips?page=2' })
  expect(await load({ q: 'ocaen', plain_language: '1' })).toMatchObject({
    q: 'ocean',
    typed: { words: 'ocaen', path: '/clips?q=%22ocaen%22' },
  })
  expect(await load({ q: 'ocaen' })).toMatchObject({ q: 'ocaen', total: 0, clips: [] })
  const broader = await load({ q: 'ocean qzqzqzqz' })
  expect(broader).toMatchObject({
    total: 0,
    alternatives: { searches: [{ label: 'Just “ocean”', path: '/clips?q=ocean', clips: expect.any(Array) }] },
  })
})

const correct = (q: string) => openSearchText(shop.deps, openSearch(shop.deps)).correct(q)

test('unknown words are corrected; known, quoted and unguessable ones stay', async () => {
  expect(await correct('ocaen wavs')).toEqual({ corrected: 'ocean waves', exact: '"ocaen" "wavs"' })
  expect(await correct('oceans with waves')).toBeNull()
  expect(await correct('"ocaen"')).toBeNull()
  expect(await correct('foerst -ocaen "low sun" tree')).toEqual({
    corrected: 'forest -ocaen "low sun" tree',
    exact: '"foerst" -ocaen "low sun" tree',
  })
  expect(await correct('qzqzqzqz')).toBeNull()
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
