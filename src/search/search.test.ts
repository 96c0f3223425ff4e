import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { ClipCard, Facets, listClips, TextReading } from '#catalog/contract.ts'
import { filterNames } from '#catalog/filter-table.ts'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { saveTestClips, type TestClipInput, withdrawClip } from '../../testing/builders/catalog.ts'
import { toFilterTsquery, toFilterTerms } from './filter-terms.ts'

const looks = ['handheld', 'aerial', 'macro']

/** Sixty clips that differ in every tested filter, and a few with distinctive text. */
const harborClips: TestClipInput[] = Array.from({ length: 60 }, (_, i) => ({
  name: `Harbor ${i}`,
  category: i % 2 === 0 ? 'Oceans' : 'Skies',
  camera_look: looks[i % 3] ?? 'handheld',
  motion: i % 4 === 0 ? 'timelapse' : 'realtime',
  popularity: (i % 7) / 7,
  duration_ms: 4_000 + (i % 5) * 1_000,
  filmmaker: i < 20 ? 'Ada Reyes' : 'Bo Lind',
  shoot: i < 20 ? 'Northern shore' : 'Southern shore',
}))

const textClips: TestClipInput[] = [
  { name: 'Evening tide', description: 'Nobody is there but a heron.', popularity: 1, shoot: 'Salt marsh' },
  { name: 'Morning tide', keywords: ['heron', 'bird'], popularity: 0.9, shoot: 'Salt marsh' },
  { name: 'Heron on a post', popularity: 0, shoot: 'Salt marsh' },
  { name: 'Reeds', shoot: 'Heron island', popularity: 1 },
  { name: 'Café at dusk', keywords: ['golden hour'], shoot: 'Town' },
  { name: 'An hour of golden grain', shoot: 'Farm' },
]

let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp()
  await saveTestClips(shop, [...harborClips, ...textClips])
})
afterAll(() => shop.close())

const find = (query: Record<string, string>) => shop.visitor().call(listClips, { query })
const findNames = async (query: Record<string, string>) => (await find(query)).data.map(clip => clip.name)

test('a name outweighs keywords, keywords the shoot, and the shoot the description, regardless of popularity', async () => {
  expect(await findNames({ q: 'herons' })).toEqual(['Heron on a post', 'Morning tide', 'Reeds', 'Evening tide'])
})

test('words match in any form and without accents; phrases and exclusions work', async () => {
  expect(await findNames({ q: 'cafe' })).toEqual(['Café at dusk'])
  expect(await findNames({ q: 'CAFÉS' })).toEqual(['Café at dusk'])
  expect((await findNames({ q: 'golden hour' })).toSorted()).toEqual(['An hour of golden grain', 'Café at dusk'])
  expect(await findNames({ q: '"golden hour"' })).toEqual(['Café at dusk'])
  expect((await findNames({ q: 'heron -bird -reeds' })).toSorted()).toEqual(['Evening tide', 'Heron on a post'])
  expect((await find({ q: '-harbor' })).meta.pagination.total).toBe(textClips.length)
})

test('any number of dashes is valid, and the word after them is excluded', async () => {
  for (const q of ['-'.repeat(32), '-'.repeat(200), '-!('.repeat(60), '- '.repeat(100)])
    expect((await find({ q })).meta.pagination.total, q).toBeGreaterThanOrEqual(0)
  const withoutHarbor = await find({ q: `${'-'.repeat(40)}harbor` })
  expect(withoutHarbor.meta.pagination.total).toBe(textClips.length)
})

test('values of one filter add up, several filters narrow, exclusions remove', async () => {
  const total = async (query: Record<string, string>) => (await find({ q: 'harbor', ...query })).meta.pagination.total
  expect(await total({})).toBe(60)
  expect(await total({ look: 'aerial' })).toBe(20)
  expect(await total({ look: 'aerial,macro' })).toBe(40)
  expect(await total({ look: 'aerial,macro', category: 'oceans' })).toBe(20)
  expect(await total({ 'no-look': 'aerial' })).toBe(40)
  expect(await total({ category: 'skies', 'no-look': 'aerial,macro' })).toBe(10)
  expect(await total({ collection: 'northern-shore', filmmaker: 'ada-reyes' })).toBe(20)
  expect(await total({ motion: 'sideways' })).toBe(0)
})

test('a filter alone and an exclusion alone are valid searches', async () => {
  expect((await find({ collection: 'salt-marsh' })).data).toHaveLength(3)
  expect(
    (await find({ 'no-collection': 'northern-shore,southern-shore', per_page: '100' })).meta.pagination.total,
  ).toBe(textClips.length)
})

test('facets count the results exactly', async () => {
  const { data, meta } = await find({ q: 'harbor', 'no-look': 'macro', per_page: '100' })
  // An excluded value stays in the list, so that it can be removed there.
  const expected = new Map<string, number>([['macro', 0]])
  for (const [i, clip] of harborClips.entries())
    if (i % 3 !== 2) expected.set(clip.camera_look ?? '', (expected.get(clip.camera_look ?? '') ?? 0) + 1)
  expect(data).toHaveLength(40)
  expect(new Map(meta.facets?.look.map(({ value, count }) => [value, count]))).toEqual(expected)
  expect(meta.facets?.filmmaker).toEqual([
    { value: 'bo-lind', label: 'Bo Lind', count: 26 },
    { value: 'ada-reyes', label: 'Ada Reyes', count: 14 },
  ])
})

test('the unfiltered page counts the whole catalog', async () => {
  const { meta } = await find({})
  expect(meta.pagination).toEqual({ page: 1, per_page: 24, total: 66, total_pages: 3 })
  expect(meta.facets?.category.map(f => f.count).reduce((a, b) => a + b)).toBe(66)
})

test('search responses match the contract', async () => {
  for (const query of [{}, { q: 'heron' }, { q: 'nothing like it' }, { look: 'aerial' }, { page: '99' }] as Record<
    string,
    string
  >[]) {
    const { data, meta } = await find(query)
    if (meta.reading) expect(TextReading.parse(meta.reading)).toEqual(meta.reading)
    expect(data).toEqual(data.map(card => ClipCard.parse(card)))
    if (meta.facets) expect(Facets.parse(meta.facets)).toEqual(meta.facets)
  }
})

test.each(['relevance', 'newest', 'popular', 'duration'])(
  'pages by %s contain every match once, whatever their size',
  async sort => {
    for (const query of [{ q: 'harbor' }, { look: 'aerial' }, {}] as Record<string, string>[]) {
      const expected = (await find({ ...query, sort, per_page: '100' })).data.map(clip => clip.id)
      for (const size of [7, 24]) {
        const ids: number[] = []
        for (let page = 1; ids.length < expected.length; page++) {
          const { data } = await find({ ...query, sort, page: String(page), per_page: String(size) })
          if (data.length === 0) break
          ids.push(...data.map(clip => clip.id))
        }
        expect(ids).toEqual(expected)
      }
    }
  },
)

test('sorting by duration puts the longest clips first', async () => {
  const { data } = await find({ q: 'harbor', sort: 'duration', per_page: '100' })
  const lengths = data.map(clip => clip.duration_in_seconds)
  expect(lengths).toEqual(lengths.toSorted((a, b) => b - a))
})

test('the other values of a filter with a selection are counted as if nothing were selected in it', async () => {
  const counts = async (query: Record<string, string>) =>
    Object.fromEntries(((await find(query)).meta.facets?.look ?? []).map(({ value, count }) => [value, count]))
  expect(await counts({ q: 'harbor', look: 'aerial' })).toEqual({ aerial: 20, handheld: 20, macro: 20 })
  expect(await counts({ q: 'harbor', look: 'aerial', 'no-look': 'macro' })).toEqual({
    aerial: 20,
    handheld: 20,
    macro: 0,
  })
  expect(await counts({ q: 'harbor', look: 'aerial', motion: 'timelapse' })).toEqual({
    aerial: 5,
    handheld: 5,
    macro: 5,
  })
})

test('a withdrawn clip leaves the search within two seconds', async () => {
  const [id = 0] = await saveTestClips(shop, [{ name: 'Narwhal', shoot: 'Ice' }])
  expect(await findNames({ q: 'narwhal' })).toEqual(['Narwhal'])
  await withdrawClip(shop, id)
  shop.clock.advance(2_000)
  expect(await findNames({ q: 'narwhal' })).toEqual([])
})

test('a draft is not found', async () => {
  await saveTestClips(shop, [{ name: 'Walrus', shoot: 'Ice', draft: true }])
  expect(await findNames({ q: 'walrus' })).toEqual([])
})

test('no query text makes the search fail', async () => {
  const piece = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom(
      '"',
      "'",
      '\\',
      ' -',
      ' or ',
      ':*',
      '&',
      '|',
      '!',
      '(',
      ')',
      '<->',
      '~look=aerial',
      "'~clip'",
      '\0',
      '%',
    ),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 8 }), async pieces => {
      const q = pieces.join('').slice(0, 200)
      const { status } = await shop.visitor().send(`/api/clips?${new URLSearchParams({ q })}`, { method: 'GET' })
      expect(status).toBe(200)
    }),
    { numRuns: 200 },
  )
})

test.each([
  ['ten thousand dashes', '-'.repeat(10_000)],
  ['unbalanced quotes', '"'.repeat(99)],
  ['unbalanced parentheses', `${'('.repeat(200)}${')'.repeat(99)}`],
  ['a regular expression', '^.*$'],
  ['SQL', "'; --"],
  ['emoji', '🔥🌊🎬'],
  ['half a surrogate pair', '\uD800'],
  ['controls', '\0\u0007\u200f'],
  ['small words', 'the of and'],
])('%s: nothing to search for is not a search for everything', async (_, q) => {
  const { meta } = await find({ q: q.slice(0, 8_000) })
  expect(meta.pagination.total).toBe(0)
  expect(meta.reading?.is_empty ?? q.trim() === '').toBe(true)
})

test('ten thousand words are cut, and the first ones are searched', async () => {
  const { data } = await find({ q: `heron ${'word '.repeat(1_500)}` })
  expect(data.map(({ name }) => name)).toContain('Heron on a post')
})

test('a character of any Unicode block can be searched', async () => {
  for (let block = 0; block <= 0x10ffff; block += 0x100) {
    const q = [0x21, 0x41, 0x7f, 0xc3].map(offset => String.fromCodePoint(block + offset)).join(' ')
    if (block >= 0xd800 && block < 0xe000) continue
    if (block > 0x3ffff && block < 0xe0000) continue
    expect((await find({ q })).meta.reading?.words.isWellFormed() ?? true, block.toString(16)).toBe(true)
  }
})

test('query text never matches the terms of filters', async () => {
  expect((await find({ q: '~orientation=vertical' })).meta.pagination.total).toBe(0)
  expect((await find({ q: "'~clip'" })).meta.pagination.total).toBe(0)
})

test('any combination of filters is a valid tsquery', async () => {
  const filters = fc.dictionary(
    fc.constantFrom(...filterNames),
    fc.array(fc.stringMatching(/^[a-z0-9]{1,5}(-[a-z0-9]{1,5})?$/), { maxLength: 3 }),
  )
  await fc.assert(
    fc.asyncProperty(filters, filters, async (include, exclude) => {
      const { rows } = await sql<{
        query: string
      }>`select ${toFilterTsquery(toFilterTerms(include, exclude))}::tsquery::text as query`.execute(shop.db)
      expect(rows).toHaveLength(1)
    }),
    { numRuns: 100 },
  )
})

test.each([
  [{ page: '0' }, 'page'],
  [{ page: 'two' }, 'page'],
  [{ per_page: '101' }, 'per_page'],
  [{ sort: 'random' }, 'sort'],
  [{ look: "aerial'" }, 'look.0'],
  [{ exact: 'yes' }, 'exact'],
])('%j is refused with a message', async (query, field) => {
  await expect(find(query as unknown as Record<string, string>)).rejects.toMatchObject({
    status: 422,
    errors: { [field]: [expect.stringMatching(/\.$/)] },
  })
})
