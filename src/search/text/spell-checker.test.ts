import fc from 'fast-check'
import { expect, test } from 'vitest'

import { editDistance, createSpellChecker } from './spell-checker.ts'

const knownWords = [
  { word: 'ocean', clips: 90 },
  { word: 'océane', clips: 1 },
  { word: 'forest', clips: 40 },
  { word: 'florist', clips: 2 },
  { word: 'waterfall', clips: 30 },
  { word: 'cast', clips: 3 },
  { word: 'coast', clips: 50 },
  { word: 'car', clips: 70 },
  { word: 'timelapse', clips: 9 },
]
const spellChecker = createSpellChecker(knownWords)

test.each([
  ['ocaen', 'ocean'],
  ['oceam', 'ocean'],
  ['OCEN', 'ocean'],
  ['foerst', 'forest'],
  ['wterfal', undefined],
  ['wtaerfal', 'waterfall'],
  ['watrefall', 'waterfall'],
  ['timelaspe', 'timelapse'],
  ['coost', 'coast'],
  ['caast', 'coast'],
  ['cra', undefined],
  ['qqqqqq', undefined],
  ['', undefined],
  ['x'.repeat(10_000), undefined],
])('“%s” is corrected to %s', (typed, expected) => {
  expect(spellChecker.listNearest(typed)[0]?.word).toBe(expected)
})

test('of words that are as many edits away, the likelier one comes first', () => {
  const nearestOf = (typed: string, ...words: string[]) =>
    createSpellChecker(words.map(word => ({ word, clips: 10 }))).listNearest(typed)[0]?.word
  // Swapped letters, a doubled one, a sound, a neighbor on the keyboard, and the first letter.
  expect(nearestOf('bieks', 'bikes', 'biers')).toBe('bikes')
  expect(nearestOf('beacch', 'beach', 'beacchs')).toBe('beach')
  expect(nearestOf('seel', 'seal', 'seed')).toBe('seal')
  expect(nearestOf('boaf', 'boad', 'boas')).toBe('boad')
  expect(nearestOf('bloud', 'cloud', 'blood')).toBe('blood')
})

test('a frequent word comes before a rare one that is a little nearer', () => {
  const words = [
    { word: 'sand', clips: 900 },
    { word: 'sang', clips: 1 },
  ]
  expect(createSpellChecker(words).listNearest('sanf')[0]?.word).toBe('sand')
})

test.each([
  ['ocae', 'ocean'],
  ['watre', 'waterfall'],
  ['foers', 'forest'],
  ['tmielap', 'timelapse'],
  ['xcea', undefined],
])('“%s” starts a misspelled %s', (typed, expected) => {
  expect(spellChecker.nearestCompletion(typed)).toBe(expected)
})

test('a known word is recognized without its accents and case', () => {
  expect(spellChecker.isKnown('OCEANE')).toBe(true)
  expect(spellChecker.isKnown('ocea')).toBe(false)
})

test('a misspelled singular finds the plural that clips have', () => {
  const { listNearest } = createSpellChecker([{ word: 'mountains', clips: 4 }])
  expect(listNearest('montain').map(({ word }) => word)).toEqual(['mountains'])
})

/** A straightforward reference implementation of the edit distance. */
const referenceDistance = (a: string, b: string): number => {
  const table = Array.from({ length: a.length + 1 }, (_, i) => Array.from({ length: b.length + 1 }, (_, j) => i + j))
  const at = (i: number, j: number) => table[i]?.[j] ?? 0
  for (let i = 1; i <= a.length; i++)
    for (let j = 1; j <= b.length; j++) {
      const options = [at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1)]
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) options.push(at(i - 2, j - 2) + 1)
      ;(table[i] as number[])[j] = Math.min(...options)
    }
  return at(a.length, b.length)
}

test('the edit distance equals the reference, and Infinity above the limit', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd'), maxLength: 9 })
  fc.assert(
    fc.property(word, word, fc.integer({ min: 0, max: 4 }), (a, b, limit) => {
      const expected = referenceDistance(a, b)
      expect(editDistance(a, b, limit)).toBe(expected <= limit ? expected : Infinity)
      const expectedForPrefix = Math.min(
        ...Array.from({ length: b.length + 1 }, (_, n) => referenceDistance(a, b.slice(0, n))),
      )
      expect(editDistance(a, b, limit, { beginning: true })).toBe(
        expectedForPrefix <= limit ? expectedForPrefix : Infinity,
      )
    }),
  )
})

test('the letter mask skips only words that cannot match', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'e', 'l'), minLength: 4, maxLength: 9 })
  fc.assert(
    fc.property(fc.uniqueArray(letters, { minLength: 1, maxLength: 12 }), letters, (words, typed) => {
      const limit = typed.length < 8 ? 1 : 2
      const listExpected = (text: string) => words.filter(word => referenceDistance(text, word) <= limit)
      const own = listExpected(typed)
      const expected = own.length > 0 ? own : listExpected(`${typed}s`)
      const near = createSpellChecker(words.map((word, i) => ({ word, clips: i }))).listNearest(typed)
      expect(near.map(({ word }) => word).toSorted()).toEqual(expected.toSorted())
    }),
  )
})
