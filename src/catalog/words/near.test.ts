import fc from 'fast-check'
import { expect, test } from 'vitest'

import { edits, openNear } from './near.ts'

const known = [
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
const near = openNear(known)

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
])('“%s” was meant to be %s', (typed, meant) => {
  expect(near.nearest(typed)).toBe(meant)
})

test.each([
  ['ocae', 'ocean'],
  ['watre', 'waterfall'],
  ['foers', 'forest'],
  ['tmielap', 'timelapse'],
  ['xcea', undefined],
])('“%s” begins %s', (typed, meant) => {
  expect(near.nearestBeginning(typed)).toBe(meant)
})

test('a known word is known in any spelling of its letters', () => {
  expect(near.knows('OCEANE')).toBe(true)
  expect(near.knows('ocea')).toBe(false)
})

/** The plainest way to count them, to compare with. */
const plainly = (a: string, b: string): number => {
  const rows = Array.from({ length: a.length + 1 }, (_, i) => Array.from({ length: b.length + 1 }, (_, j) => i + j))
  const at = (i: number, j: number) => rows[i]?.[j] ?? 0
  for (let i = 1; i <= a.length; i++)
    for (let j = 1; j <= b.length; j++) {
      const options = [at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1)]
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) options.push(at(i - 2, j - 2) + 1)
      ;(rows[i] as number[])[j] = Math.min(...options)
    }
  return at(a.length, b.length)
}

test('edits are counted rightly, and given up only beyond what is asked', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd'), maxLength: 9 })
  fc.assert(
    fc.property(word, word, fc.integer({ min: 0, max: 4 }), (a, b, most) => {
      const right = plainly(a, b)
      expect(edits(a, b, most)).toBe(right <= most ? right : Infinity)
      const ofBeginning = Math.min(...Array.from({ length: b.length + 1 }, (_, n) => plainly(a, b.slice(0, n))))
      expect(edits(a, b, most, { beginning: true })).toBe(ofBeginning <= most ? ofBeginning : Infinity)
    }),
  )
})

test('letters that cannot match are left out without being compared, and nothing else is', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'e', 'l'), minLength: 4, maxLength: 9 })
  fc.assert(
    fc.property(fc.uniqueArray(letters, { minLength: 1, maxLength: 12 }), letters, (words, typed) => {
      const most = typed.length < 8 ? 1 : 2
      const least = Math.min(...words.map(word => plainly(typed, word)))
      const found = openNear(words.map((word, i) => ({ word, clips: i }))).nearest(typed)
      expect(found === undefined ? Infinity : plainly(typed, found)).toBe(least <= most ? least : Infinity)
    }),
  )
})
