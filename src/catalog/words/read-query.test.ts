import fc from 'fast-check'
import { expect, test } from 'vitest'

import { lexicon } from './lexicon.ts'
import { fold, partsOf } from './pieces.ts'
import { readQuery, type Catalog } from './read-query.ts'

const values: Record<string, string[]> = {
  look: ['aerial', 'handheld', 'macro', 'wide', 'locked-off'],
  motion: ['slow-motion', 'timelapse', 'realtime'],
  time: ['dusk', 'sunset', 'night', 'golden-hour', 'morning'],
  people: ['none', 'one', 'few', 'crowd'],
  orientation: ['vertical', 'horizontal'],
  resolution: ['hd', '4k', '8k'],
  format: ['hd', 'raw', 'log'],
  color: ['blue', 'orange'],
}
const keywords = new Set(['night sky', 'open water'])
const catalog: Catalog = {
  has: (name, value) => name === 'fps' || (values[name]?.includes(value) ?? false),
  named: new Map([
    ['polar kettle films', { name: 'filmmaker', value: 'polar-kettle-films' }],
    ['open water', { name: 'collection', value: 'open-water' }],
  ]),
  isKeyword: phrase => keywords.has(phrase),
}

/** "ocean | motion=slow-motion look=aerial" */
const read = (text: string): string => {
  const { words, filters } = readQuery(text, catalog)
  return [words, ...filters.map(one => `${one.exclude ? 'no-' : ''}${one.name}=${one.values.join(',')}`)].join(' | ')
}

test.each([
  ['slow motion aerial ocean at dusk no people', 'ocean | motion=slow-motion | look=aerial | time=dusk | people=none'],
  ['Slo-mo, drone shot of a beach', 'beach | motion=slow-motion | look=aerial'],
  ['time-lapse of clouds', 'clouds | motion=timelapse'],
  ['ocean under 10 seconds', 'ocean | duration=-10'],
  ['waves 10 to 20 sec', 'waves | duration=10-20'],
  ['waves longer than 1 minute', 'waves | duration=60-'],
  ['forest 60fps', 'forest | fps=60'],
  ['forest at least 48 fps', 'forest | fps=48-'],
  ['4K vertical city', 'city | resolution=4k,8k | orientation=vertical'],
  ['9:16 city', 'city | orientation=vertical'],
  ['city with people', 'city | no-people=none'],
  ['city not aerial', 'city | no-look=aerial'],
  ['blue tones ocean', 'ocean | color=blue'],
  ['snow by Polar Kettle Films', 'snow | filmmaker=polar-kettle-films'],
  ['aerial', ' | look=aerial'],
  ['ocean no cars', 'ocean -cars'],
  ['ocean -night "at dusk"', 'ocean -night "at dusk"'],
  ['ocean "x y" in slow motion -birds', 'ocean "x y" -birds | motion=slow-motion'],
])('“%s” is read as %s', (text, expected) => {
  expect(read(text)).toBe(expected)
})

test.each([
  ['sunset', 'a time of day alone is what the person looks for'],
  ['aurora night sky', 'a word inside a keyword belongs to it'],
  ['open water', 'a collection that is called like a keyword'],
  ['ocean or aerial', 'a filter would hold for all of it'],
  ['"slow motion" ocean', 'quoted words mean themselves'],
  ['slow "x" motion', 'what is quoted parts what stands around it'],
  ['ocean at sunrise', 'no clip has that time'],
  ['80s party', 'a decade is no length'],
  ['no country', 'a negation needs something beside it'],
])('“%s” stays as it is: %s', text => {
  expect(readQuery(text, catalog)).toEqual({ words: text, filters: [], left_out: [] })
})

test('each filter tells the words it was read from', () => {
  const { filters, left_out } = readQuery('drone view of the ocean at dusk without birds', catalog)
  expect(filters.map(one => one.said)).toEqual(['drone view of the', 'at dusk'])
  expect(left_out).toEqual(['without birds'])
})

const typed = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...lexicon.keys()) },
      {
        weight: 3,
        arbitrary: fc.constantFrom(
          ...'no|not|without|at|the|of|slow|motion|time|lapse|night|sky|or'.split('|'),
          ...'under|10|seconds|60fps|-night|"at dusk"|"|-|ocean|polar kettle films'.split('|'),
        ),
      },
      { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 6 }) },
    ),
    { maxLength: 10 },
  )
  .map(parts => parts.join(' '))

const countWords = (texts: readonly string[]) => {
  const counts = new Map<string, number>()
  for (const { said } of texts.flatMap(partsOf)) {
    // A mark at a word's end, or alone, says nothing and may go.
    const word = fold(said)
      .replace(/^-|['’]+$/g, '')
      .replaceAll('"', '')
      .trim()
    if (word === '') continue
    counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return counts
}

test('no word is lost and none is made up: each is left for the search or stands in what was read', () => {
  fc.assert(
    fc.property(typed, text => {
      const { words, filters, left_out } = readQuery(text, catalog)
      // A word left out stands in both: in the words with a minus, and in what was said.
      const excluded = countWords(left_out.map(said => said.split(' ').slice(1).join(' ')))
      const after = countWords([words, ...filters.map(one => one.said), ...left_out])
      for (const [word, times] of excluded) after.set(word, (after.get(word) ?? 0) - times)
      expect(after).toEqual(countWords([text]))
    }),
  )
})

test('what was read and is read again stays as it is', () => {
  fc.assert(
    fc.property(typed, text => {
      const { words } = readQuery(text, catalog)
      expect(readQuery(words, catalog)).toEqual({ words, filters: [], left_out: [] })
    }),
  )
})

test('every phrase of the lexicon is written as it is compared', () => {
  for (const phrase of lexicon.keys())
    expect(
      partsOf(phrase)
        .map(part => part.piece)
        .join(' '),
    ).toBe(phrase)
})
