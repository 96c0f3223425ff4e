import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../../testing/app.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp()
})
afterAll(() => shop.close())

const queryOf = async (asked: string): Promise<string> => {
  const { rows } = await sql<{ query: string }>`select words_query(${asked})::text as query`.execute(shop.db)
  return rows[0]?.query ?? ''
}
/** Whether a text is found by what was asked. */
const finds = async (asked: string, text: string): Promise<boolean> => {
  const { rows } = await sql<{ found: boolean }>`
    select to_tsvector('footage', ${text}) @@ words_query(${asked}) as found`.execute(shop.db)
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
])('“%s” finds “%s”', async (asked, text) => {
  expect(await finds(asked, text)).toBe(true)
})

test.each([
  ['"ocean"', 'The sea'],
  ['"ocean waves"', 'Waves on the ocean'],
  ['truck', 'A vehicle at night'],
  ['ocean -night', 'The sea at night'],
  ['sky -"golden hour"', 'Sky in the golden hour'],
  ['ocean -slow-motion', 'Ocean in slow motion'],
])('“%s” does not find “%s”', async (asked, text) => {
  expect(await finds(asked, text)).toBe(false)
})

test('what is left out is left out exactly: its synonyms stay', async () => {
  expect(await finds('city -car', 'City without an automobile')).toBe(true)
})

test('a synonym that came in brings in no further ones', async () => {
  expect(await queryOf('vehicle')).not.toContain('automobil')
})

test.each(['', ' ', '-', '"', '""', '-""', 'or', 'or or', 'the', '\\', "'", '🎬'])(
  '“%s” is an empty query',
  async asked => {
    expect(await queryOf(asked)).toBe('')
  },
)

test.each(['x', 'ocean ', '"', '- ', '\u0001\u200f', 'or ', '"a" -', '(', ':*', '🎬'])(
  'ten thousand letters of “%s” are taken',
  async part => {
    expect(typeof (await queryOf(part.repeat(10_000 / part.length)))).toBe('string')
  },
)

test('anything that can be typed is taken', async () => {
  const piece = fc.oneof(
    fc.constantFrom('ocean', '-', '"', ' or ', ' ', "'", '\\', '&', '|', '!', '<->', ':*', '(', ')', '~look=aerial'),
    fc.string({ unit: 'grapheme', maxLength: 8 }),
  )
  const typed = fc.array(piece, { maxLength: 12 }).map(parts => parts.join('').replaceAll('\0', '').toWellFormed())
  await fc.assert(
    fc.asyncProperty(typed, async asked => {
      // A filter's word has a tilde: no typed text may ever make one.
      expect(await queryOf(asked)).not.toContain('~')
    }),
    { numRuns: 300 },
  )
})

test('every synonym can be met, and widens', async () => {
  const { rows } = await sql<{ said: string }>`
    select said from synonyms
    where numnode(target) = 0 or not words_query(said) @> substitute`.execute(shop.db)
  expect(rows).toEqual([])
})
