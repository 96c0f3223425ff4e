import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../../testing/app.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp()
})
afterAll(() => shop.close())

const buildQuery = async (query: string): Promise<string> => {
  const { rows } = await sql<{ query: string }>`select parse_search_query(${query})::text as query`.execute(shop.db)
  return rows[0]?.query ?? ''
}
/** Returns whether a query finds a text. */
const matches = async (query: string, text: string): Promise<boolean> => {
  const { rows } = await sql<{ found: boolean }>`
    select to_tsvector('footage', ${text}) @@ parse_search_query(${query}) as found`.execute(shop.db)
  return rows[0]?.found ?? false
}

test.each([
  ['ocean', 'Waves of the North Sea'],
  ['kids', 'A child on a swing'],
  ['slow mo ocean', 'Sea in slow motion'],
  ['slow-motion', 'Slow motion of a drop'],
  ['timelapse', 'A time-lapse of clouds'],
  ['northern lights', 'Aurora over a fjord'],
  ['CAFÉS', 'In a coffee shop'],
  ['sunrise/mountain', 'Dawn on a mountain'],
  ['vehicle', 'A truck at night'],
  ['ocean stock footage', 'Open ocean'],
  ['desert or ocean', 'The sea'],
])('“%s” finds “%s”', async (query, text) => {
  expect(await matches(query, text)).toBe(true)
})

test.each([
  ['"ocean"', 'The sea'],
  ['"ocean waves"', 'Waves on the ocean'],
  ['truck', 'A vehicle at night'],
  ['ocean -night', 'The sea at night'],
  ['sky -"golden hour"', 'Sky in the golden hour'],
  ['ocean -slow-motion', 'Ocean in slow motion'],
])('“%s” does not find “%s”', async (query, text) => {
  expect(await matches(query, text)).toBe(false)
})

test('an exclusion is exact: clips with its synonyms stay', async () => {
  expect(await matches('city -car', 'City without an automobile')).toBe(true)
})

test('synonyms of a synonym are not added', async () => {
  expect(await buildQuery('vehicle')).not.toContain('automobil')
})

test.each(['', ' ', '-', '"', '""', '-""', 'or', 'or or', 'the', '\\', "'", '🎬'])(
  '“%s” is an empty query',
  async query => {
    expect(await buildQuery(query)).toBe('')
  },
)

test.each(['x', 'ocean ', '"', '- ', '\u0001\u200f', 'or ', '"a" -', '(', ':*', '🎬'])(
  'ten thousand characters of “%s” are accepted',
  async part => {
    expect(typeof (await buildQuery(part.repeat(10_000 / part.length)))).toBe('string')
  },
)

test('any typed text is accepted', async () => {
  const piece = fc.oneof(
    fc.constantFrom('ocean', '-', '"', ' or ', ' ', "'", '\\', '&', '|', '!', '<->', ':*', '(', ')', '~look=aerial'),
    fc.string({ unit: 'grapheme', maxLength: 8 }),
  )
  const typed = fc.array(piece, { maxLength: 12 }).map(parts => parts.join('').replaceAll('\0', '').toWellFormed())
  await fc.assert(
    fc.asyncProperty(typed, async text => {
      // Filter terms start with a tilde, so typed text must never produce one.
      expect(await buildQuery(text)).not.toContain('~')
    }),
    { numRuns: 300 },
  )
})

test('every synonym matches and widens its query', async () => {
  const { rows } = await sql<{ term: string }>`
    select term from synonyms
    where numnode(target) = 0 or not parse_search_query(term) @> substitute`.execute(shop.db)
  expect(rows).toEqual([])
})
