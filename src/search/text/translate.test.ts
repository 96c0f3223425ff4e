import { expect, test } from 'vitest'

import { splitText } from './text-parts.ts'
import { createTranslationIndex, findTranslations, splitForeignWords, translateParts } from './translate.ts'

const index = createTranslationIndex([
  { language: 'de', term: 'wald', english: 'forest' },
  { language: 'de', term: 'farbe', english: 'color' },
  { language: 'de', term: 'farbe', english: 'paint' },
  { language: 'fr', term: 'coucher de soleil', english: 'sunset' },
  { language: 'fr', term: 'mer', english: 'sea' },
  { language: 'es', term: 'tierra', english: 'earth' },
  { language: 'nl', term: 'meer', english: 'lake' },
  { language: 'de', term: 'meer', english: 'sea' },
  { language: 'es', term: 'vía láctea', english: 'milky way' },
  { language: 'ja', term: '夜', english: 'night' },
  { language: 'ja', term: '街', english: 'city' },
])

const translate = (text: string, language?: string) => {
  const parts = splitForeignWords(splitText(text), index)
  const { parts: result, translations } = translateParts(parts, findTranslations(parts, index), language)
  return { words: result.map(part => part.text).join(' '), translations }
}

test.each([
  ['Wald', 'forest'],
  ['wald im nebel', 'forest nebel'],
  ['coucher de soleil mer', 'sunset sea'],
  ['Via Lactea', 'milky way'],
  ['夜の街', 'night city'],
  ['ocean', 'ocean'],
  ['"wald"', '"wald"'],
  ['farbe', '(color OR paint)'],
])('“%s” is “%s”', (text, expected) => {
  expect(translate(text).words).toBe(expected)
})

test('the visitor’s language decides what a word of several languages means', () => {
  expect(translate('meer', 'de').words).toBe('sea')
  expect(translate('meer', 'nl').words).toBe('lake')
  expect(translate('meer').words).toBe('(lake OR sea)')
})

test('each translation is reported as typed', () => {
  expect(translate('Coucher de soleil, mer').translations).toEqual([
    { text: 'Coucher de soleil', english: 'sunset', language: 'fr' },
    { text: 'mer', english: 'sea', language: 'fr' },
  ])
})
