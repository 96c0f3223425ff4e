import fc from 'fast-check'
import { expect, test } from 'vitest'

import { createPrefixIndex } from './prefix-index.ts'

const createFinder = (names: Record<string, number>) => {
  const find = createPrefixIndex(
    Object.entries(names),
    ([name]) => name,
    ([, weight]) => weight,
  )
  return (text: string, n = 10) => find(text, n).map(([name]) => name)
}

test('a prefix matches any word of a name; names that start with it come first, then those with a higher weight', () => {
  const find = createFinder({ 'Open water': 2, 'Water lily': 1, Watermill: 5, 'Salt & Swell': 9, 'Éclair water': 3 })
  expect(find('WAT')).toEqual(['Watermill', 'Water lily', 'Éclair water', 'Open water'])
  expect(find('wat', 2)).toEqual(['Watermill', 'Water lily'])
  expect(find('salt swe')).toEqual(['Salt & Swell'])
  expect(find('ecl')).toEqual(['Éclair water'])
  expect(find('ater')).toEqual([])
  expect(find(' ')).toEqual([])
})

test('it finds the same names as a full scan', () => {
  const name = fc.array(fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 3 }), {
    minLength: 1,
    maxLength: 3,
  })
  fc.assert(
    fc.property(fc.uniqueArray(name, { selector: words => words.join(' ') }), name, (names, typed) => {
      const text = typed.join(' ')
      const find = createFinder(Object.fromEntries(names.map((words, i) => [words.join(' '), i])))
      const expected = names
        .filter(words => words.some((_, start) => words.slice(start).join(' ').startsWith(text)))
        .map(words => words.join(' '))
      expect(find(text, 100).toSorted()).toEqual(expected.toSorted())
    }),
  )
})
