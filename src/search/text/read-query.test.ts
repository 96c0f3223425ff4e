import fc from 'fast-check'
import { expect, test } from 'vitest'

import { lexicon } from './lexicon.ts'
import { readQuery, type QueryCatalog } from './read-query.ts'
import { fold, splitText } from './text-parts.ts'

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
const catalog: QueryCatalog = {
  has: (name, value) => name === 'fps' || (values[name]?.includes(value) ?? false),
  named: new Map([
    ['polar kettle films', { name: 'filmmaker', value: 'polar-kettle-films' }],
    ['open water', { name: 'collection', value: 'open-water' }],
  ]),
  isKeyword: phrase => keywords.has(phrase),
}

/** Formats a parsed query as "ocean | motion=slow-motion | look=aerial". */
const formatReading = (text: string): string => {
  const { words, filters } = readQuery(text, catalog)
  return [
    words,
    ...filters.map(filter => `${filter.exclude ? 'no-' : ''}${filter.name}=${filter.values.join(',')}`),
  ].join(' | ')
}

test.each([
  ['slow motion aerial ocean at dusk no people', 'ocean | motion=slow-motion | look=aerial | time=dusk | people=none'],
  ['Slo-mo, drone shot of a beach', 'beach | motion=slow-motion | look=aerial'],
  ['time-lapse of clouds', 'clouds | motion=timelapse'],
  ['ocean under 10 seconds', 'ocean | duration=-9'],
  ['ocean up to 10 seconds', 'ocean | duration=-10'],
  ['ocean over 10 seconds', 'ocean | duration=11-'],
  ['waves 10 to 20 sec', 'waves | duration=10-20'],
  ['waves longer than 1 minute', 'waves | duration=61-'],
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
  ['no clouds sky', '-clouds sky'],
  ['no text background', '-text background'],
  ['not night', '-night | no-time=night'],
  ['night without cars', '-cars | time=night'],
  ['ocean no people or cars', 'ocean -cars | people=none'],
  ['ocean without boats, birds or people', 'ocean -boats -birds | people=none'],
  ['ocean without boats or birds or people', 'ocean -boats -birds | people=none'],
  ['snow but not night', 'snow -night | no-time=night'],
  ['calm ocean with no boats', 'calm ocean -boats'],
  ['city except cars', 'city -cars'],
  ['sky without any birds', 'sky -birds'],
  ['mountains without a night sky', 'mountains -"night sky"'],
  ['no country', '-country'],
  ['sunset from above', ' | time=sunset | look=aerial'],
  ['city without cars, sunset', 'city -cars | time=sunset'],
  ['ocean -night "at dusk"', 'ocean -night "at dusk"'],
  ['ocean "x y" in slow motion -birds', 'ocean "x y" -birds | motion=slow-motion'],
])('“%s” is read as %s', (text, expected) => {
  expect(formatReading(text)).toBe(expected)
})

test.each([
  ['sunset', 'a time of day alone is the subject of the search'],
  ['aurora night sky', 'a word inside a keyword belongs to it'],
  ['open water', 'a collection that is called like a keyword'],
  ['ocean or aerial', 'a filter would apply to both alternatives'],
  ['"slow motion" ocean', 'quoted words are literal'],
  ['slow "x" motion', 'a quoted word separates the words around it'],
  ['ocean at sunrise', 'no clip has that time'],
  ['80s party', 'a decade is not a duration'],
  ['no', 'a negation needs another word'],
  ['fire AND ocean at dusk', 'operators are taken as typed'],
])('“%s” is not turned into filters: %s', text => {
  expect(readQuery(text, catalog)).toMatchObject({ words: text, filters: [], exclusions: [], unavailable: [] })
})

test.each([
  ['ocean at dusk', ['time', ['dusk'], ['sunset']]],
  ['ocean at sunset', ['time', ['sunset'], ['dusk']]],
  ['ocean at blue hour', ['time', ['dusk'], []]],
  ['ocean at night', ['time', ['night'], []]],
  ['ocean not at dusk', ['time', ['dusk'], []]],
])('the neighboring values of “%s” are close matches, or all there is', (text, expected) => {
  expect(readQuery(text, catalog).filters.map(({ name, values: own, near }) => [name, own, near])).toEqual([expected])
})

test('each filter has the words that it was read from', () => {
  const { filters, exclusions } = readQuery('drone view of the ocean at dusk without birds', catalog)
  expect(filters.map(filter => filter.source_text)).toEqual(['drone view of the', 'at dusk'])
  expect(exclusions).toEqual(['without birds'])
})

test('each filter has the places of its words in the text', () => {
  const read = (text: string) =>
    readQuery(text, catalog).filters.map(({ spans }) => spans.map(([start, end]) => text.slice(start, end)))
  expect(read('Slo-mo, drone shot of a beach at dusk')).toEqual([['Slo-mo'], ['drone shot'], ['dusk']])
  expect(read('city but no people')).toEqual([['no people']])
  expect(read('slow aerial motion')).toEqual([['aerial'], ['slow', 'motion']])
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

const listExclusions = (text: string): string[] => text.match(/(?<!\S)-(?:"[^"]*"|\S+)/g) ?? []

/** Counts words; quotes and the minus of an exclusion don't count, nor does punctuation at the end of a word. */
const countWords = (texts: readonly string[]) => {
  const counts = new Map<string, number>()
  const words = texts
    .flatMap(splitText)
    .flatMap(({ text }) => fold(text).replaceAll('"', ' ').replace(/^-/, '').split(' '))
    .map(word => word.replaceAll(/['’]+$/g, ''))
  for (const word of words) if (word !== '') counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

test('no word is lost or invented: each is in the remaining words or in what was read', () => {
  fc.assert(
    fc.property(typed, text => {
      const { words, filters, exclusions, unavailable } = readQuery(text, catalog)
      // An exclusion is in both: in `words` with a minus, and in `exclusions`.
      const typedExclusions = listExclusions(text)
      const added = listExclusions(words).filter(exclusion => {
        const index = typedExclusions.indexOf(exclusion)
        return index < 0 || typedExclusions.splice(index, 1).length === 0
      })
      const readings = [...filters, ...unavailable].map(filter => filter.source_text)
      const after = countWords([words, ...readings, ...exclusions])
      for (const [word, count] of countWords(added)) after.set(word, (after.get(word) ?? 0) - count)
      expect(after).toEqual(countWords([text]))
    }),
  )
})

test('reading the remaining words again changes nothing', () => {
  fc.assert(
    fc.property(typed, text => {
      const { words } = readQuery(text, catalog)
      expect(readQuery(words, catalog)).toMatchObject({ words, filters: [], exclusions: [], unavailable: [] })
    }),
  )
})

test('every phrase of the lexicon is normalized', () => {
  for (const phrase of lexicon.keys())
    expect(
      splitText(phrase)
        .map(part => part.normalized)
        .join(' '),
    ).toBe(phrase)
})

test.each([
  ['slow motion aerial ocean at dusk no people', '[slow motion] [aerial] ocean at [dusk] [no people]'],
  ['snow but not night', 'snow [but not night]'],
  ['no people or cars, ocean', '[no people] [or cars], ocean'],
  ['city -night -"blue hour" 8K', 'city [-night] [-"blue hour"] [8K]'],
  ['night', 'night'],
  ['ocean OR aerial', 'ocean OR aerial'],
])('in %j the words that were read are %j', (text, marked) => {
  const { spans } = readQuery(text, catalog)
  expect(
    spans.toReversed().reduce((q, [start, end]) => `${q.slice(0, start)}[${q.slice(start, end)}]${q.slice(end)}`, text),
  ).toBe(marked)
})

test('the places of what was read are in order, within the text, and never overlap', () => {
  const words = [
    'no',
    'slow',
    'motion',
    'aerial',
    'but',
    'without',
    'night sky',
    'or',
    ',',
    '-sea',
    '4k',
    'people',
    'ocean',
  ]
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...words), { maxLength: 10 }), parts => {
      const text = parts.join(' ')
      const edges = readQuery(text, catalog).spans.flat()
      expect(edges).toEqual(edges.toSorted((a, b) => a - b))
      expect(edges.at(-1) ?? 0).toBeLessThanOrEqual(text.length)
    }),
  )
})
