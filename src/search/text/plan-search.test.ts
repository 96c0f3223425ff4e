/** Searches one clip at a time: which texts a plan finds. */
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { createEngine, type Engine } from '../engine/engine.ts'
import { openLexemes, type LexemeLoader } from './lexemes.server.ts'
import { planSearch } from './plan-search.server.ts'
import { createSpellChecker } from './spell-checker.ts'

let shop: TestApp
let lexemes: LexemeLoader
beforeAll(async () => {
  shop = await openTestApp()
  lexemes = openLexemes(shop.db, shop.clock)
})
afterAll(() => shop.close())

/** Returns an engine with one clip for each name. */
const createCatalog = async (names: readonly string[]): Promise<Engine> => {
  const { rows } = await sql<{ words: string }>`
    select (setweight(to_tsvector('footage', name), 'A') || array_to_tsvector(array['~clip']))::text as words
    from json_array_elements_text(${JSON.stringify(names)}::json) with ordinality as n (name, nth) order by nth`.execute(
    shop.db,
  )
  const engine = createEngine()
  for (const [i, { words }] of rows.entries())
    engine.put({ clip_id: i + 1, score: 0, popularity: 0, duration_ms: 0, published_ms: 0, facets: '', words })
  return engine
}

const search = async (q: string, names: readonly string[]) => {
  const engine = await createCatalog(names)
  const spellChecker = createSpellChecker(
    names.flatMap(name => name.toLowerCase().split(/\W+/)).map(word => ({ word, clips: 1 })),
  )
  const plan = await planSearch(q, {
    ...lexemes,
    countMatches: async queries => queries.map(query => engine.countMatches(query)),
    listCorrections: async word => spellChecker.listNearest(word),
  })
  const { text, corrections, suggestions } = plan
  const result = text
    ? engine.find({ text, filters: [], sort: 'relevance', skip: 0, size: 100, counted: false })
    : undefined
  const full = result?.clip_ids.slice(0, result.total) ?? []
  return {
    full: full.map(id => names[id - 1]),
    close: result?.clip_ids.slice(result.total).map(id => names[id - 1]) ?? [],
    unknown: result?.unknown ?? [],
    corrections,
    suggestions,
  }
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
  // Joined and split words, British and American, irregular plurals, numbers.
  ['jelly fish', 'Jellyfish in the dark'],
  ['milkyway', 'The Milky Way over a tent'],
  ['rain drops', 'Raindrops on glass'],
  ['raindrops', 'Rain drops on glass'],
  ['colour', 'A color wheel'],
  ['harbor', 'The harbour at dusk'],
  ['mice', 'A mouse in the grass'],
  ['leaf', 'Autumn leaves'],
  ['2 boats', 'Two boats'],
  ['birds eye', 'Bird’s-eye view'],
  // Operators.
  ['fire AND smoke', 'Smoke over a fire'],
  ['(fire OR lava) night', 'Lava at night'],
  ['fire OR lava night', 'A fire by day'],
  ['"golden hour" beach', 'Beach in the golden hour'],
])('“%s” finds “%s”', async (q, name) => {
  expect((await search(q, [name])).full).toEqual([name])
})

test.each([
  ['"ocean"', 'The sea'],
  ['"ocean waves"', 'Waves on the ocean'],
  ['truck', 'A vehicle at night'],
  ['ocean -night', 'The sea at night'],
  ['sky -"golden hour"', 'Sky in the golden hour'],
  ['ocean -slow-motion', 'Ocean in slow motion'],
  ['city -car', 'City with an automobile'],
  ['beach NOT people', 'A beach with a man'],
  ['fire AND smoke', 'Fire without any'],
  ['(fire OR lava) night', 'Water by day'],
])('“%s” does not find “%s”, not even closely', async (q, name) => {
  const { full, close } = await search(q, [name, 'Zebra'])
  expect([...full, ...close]).toEqual([])
})

test('a misspelled word finds what its correction means, too', async () => {
  const { full, corrections } = await search('oceann night', ['Ocean at night', 'The sea at night', 'A night sky'])
  expect(full).toEqual(['Ocean at night', 'The sea at night'])
  expect(corrections).toEqual([{ typed: 'oceann', corrected: 'ocean' }])
})

test('clips with most of a text are close matches', async () => {
  const result = await search('three guards on horses', ['Horses of a guard', 'Horses in the snow', 'Snow'])
  expect(result).toMatchObject({ full: ['Horses of a guard'], close: ['Horses in the snow'], unknown: ['three'] })
})

test('a word that no clip has is reported, never replaced by another right one', async () => {
  const engine = await search('heart ocean', ['Heat over the ocean'])
  // The test's dictionary knows no word, so “heart” counts as misspelled here.
  expect(engine.corrections).toEqual([{ typed: 'heart', corrected: 'heat' }])
  expect(await search('zebra ocean', ['Heat over the ocean'])).toMatchObject({
    full: ['Heat over the ocean'],
    unknown: ['zebra'],
    corrections: [],
  })
})

test('several misspelled words are corrected at once, and quoted ones are not', async () => {
  expect(await search('ocaen wavs', ['Ocean waves'])).toMatchObject({
    full: ['Ocean waves'],
    corrections: [
      { typed: 'ocaen', corrected: 'ocean' },
      { typed: 'wavs', corrected: 'waves' },
    ],
  })
  expect(await search('"ocaen"', ['Ocean waves'])).toMatchObject({ full: [], corrections: [] })
})

test('a word that is far from any other is offered, not decided', async () => {
  expect(await search('wxterfvll', ['Waterfall'])).toMatchObject({
    full: [],
    suggestions: [{ typed: 'wxterfvll', corrected: 'waterfall' }],
  })
})

test('synonyms of a synonym are not added', async () => {
  expect((await search('vehicle', ['Automobile'])).full).toEqual([])
})

test.each([
  '',
  ' ',
  '-',
  '"',
  '""',
  '-""',
  'or',
  'or or',
  'the',
  '\\',
  "'",
  '🎬',
  '(',
  ')(',
  '&|!',
  'AND',
  'NOT',
  '()',
])('“%s” has nothing to search for', async q => {
  expect(
    (await planSearch(q, { ...lexemes, countMatches: async () => [], listCorrections: async () => [] })).text,
  ).toBe(undefined)
})

test('any text can be planned', async () => {
  const piece = fc.oneof(
    fc.constantFrom(
      'ocean',
      '-',
      '"',
      ' or ',
      ' AND ',
      'NOT ',
      ' ',
      "'",
      '\\',
      '&',
      '|',
      '!',
      '<->',
      ':*',
      '(',
      ')',
      '~look=aerial',
    ),
    fc.string({ unit: 'grapheme', maxLength: 8 }),
  )
  const typed = fc.array(piece, { maxLength: 20 }).map(parts => parts.join('').replaceAll('\0', '').toWellFormed())
  const engine = await createCatalog(['Ocean'])
  await fc.assert(
    fc.asyncProperty(typed, async q => {
      const { text } = await planSearch(q, {
        ...lexemes,
        countMatches: async queries => queries.map(query => engine.countMatches(query)),
        listCorrections: async () => [],
      })
      // Filter terms start with a tilde, so typed text must never produce one.
      expect(JSON.stringify(text?.slots.map(({ alternatives }) => alternatives)) ?? '').not.toContain('~')
      if (text) engine.find({ text, filters: [], sort: 'relevance', skip: 0, size: 10, counted: false })
    }),
    { numRuns: 300 },
  )
})

test('every synonym widens its term', async () => {
  const index = await lexemes.loadSynonyms()
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from synonyms`.execute(shop.db)
  const synonyms = [...index.values()].flat()
  expect(synonyms).toHaveLength(rows[0]?.n ?? 0)
  expect(synonyms.filter(({ lexemes: own, alternatives }) => own.length === 0 || alternatives.length === 0)).toEqual([])
})

test('clips with an idea come before those that show it, and what is more typical comes first', async () => {
  const { full } = await search('danger', ['A warning sign', 'A fire at night', 'Danger in sight'])
  expect(full).toEqual(['Danger in sight', 'A fire at night', 'A warning sign'])
})
