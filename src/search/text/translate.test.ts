import { expect, test } from 'vitest'

import { splitText } from './text-parts.ts'
import {
  createTranslationIndex,
  findTranslations,
  guessLanguages,
  isEnglishText,
  isName,
  splitForeignWords,
  translateParts,
} from './translate.ts'

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
  { language: 'de', term: 'wüste', english: 'desert' },
  { language: 'de', term: 'straße', english: 'street' },
  { language: 'de', term: 'weizen', english: 'wheat' },
  { language: 'de', term: 'feld', english: 'field' },
  { language: 'de', term: 'sonnenblume', english: 'sunflower' },
  { language: 'nl', term: 'berg', english: 'mountain' },
  { language: 'de', term: 'strand', english: 'beach' },
  { language: 'de', term: 'hut', english: 'hat' },
  { language: 'fr', term: 'eau', english: 'water' },
  { language: 'fr', term: 'feu d’artifice', english: 'fireworks' },
  { language: 'ja', term: 'ガラス', english: 'glass' },
  { language: 'ja', term: 'カラス', english: 'crow' },
  { language: 'fr', term: 'plage', english: 'beach' },
  { language: 'es', term: 'sur', english: 'south' },
  { language: 'pt', term: 'rio', english: 'river' },
  { language: 'pt', term: 'luz', english: 'light' },
  { language: 'pt', term: 'rio de janeiro', english: 'rio de janeiro' },
])

const translate = (text: string, language?: string) => {
  const parts = splitForeignWords(splitText(text), index)
  const matches = findTranslations(parts, index)
  const { parts: result, translations } = translateParts(parts, matches, guessLanguages(matches, language))
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
  ['wueste', 'desert'],
  ['Strasse', 'street'],
  ['weizenfeld', 'wheat field'],
  ['Sonnenblumenfeld', 'sunflower field'],
  // Dutch and German don't mix within a word.
  ['bergfeld', 'bergfeld'],
  ["dans l'eau", 'water'],
  ['L’Eau', 'water'],
  ["coucher de soleil sur l'océan", 'sunset océan'],
  ["feu d'artifice", 'fireworks'],
  ['ガラス', 'glass'],
  ['カラス', 'crow'],
  ['plage sur la mer', 'beach sea'],
  ['wald no people', 'forest no people'],
  ['luz no rio', 'light river'],
  ['sur', 'south'],
  ['rio', 'river'],
  ['rio de janeiro', 'rio de janeiro'],
])('“%s” is “%s”', (text, expected) => {
  expect(translate(text).words).toBe(expected)
})

test('the visitor’s language decides what a word of several languages means', () => {
  expect(translate('meer', 'de').words).toBe('sea')
  expect(translate('meer', 'nl').words).toBe('lake')
  expect(translate('meer').words).toBe('(lake OR sea)')
})

test('the other words decide first: beside a German word, “meer” is German', () => {
  expect(translate('meer strand').words).toBe('sea beach')
  expect(translate('meer strand', 'nl').words).toBe('sea beach')
})

test('a word that is English, too, keeps its English', () => {
  const parts = splitText('hut')
  const matches = findTranslations(parts, index).map(match => ({ ...match, isEnglish: true }))
  const { parts: result, translations } = translateParts(parts, matches, ['de'])
  expect(result.map(part => part.text)).toEqual(['(hat OR hut)'])
  expect(translations).toEqual([{ text: 'hut', english: 'hat', language: 'de' }])
})

test('a name is no foreign word without its accent', () => {
  const isNameIn = (text: string) =>
    findTranslations(splitText(text), index).map(match => isName(splitText(text), match))
  expect(isNameIn('rio')).toEqual([true])
  expect(isNameIn('río')).toEqual([false])
  expect(isNameIn('wald')).toEqual([false])
})

test('a text with an English word that isn’t of the language is English', () => {
  const isEnglish = (word: string) => ['mountain', 'hut', 'im'].includes(word)
  const isEnglishIn = (text: string) =>
    isEnglishText(splitText(text), findTranslations(splitText(text), index), 'de', isEnglish)
  expect(isEnglishIn('mountain hut')).toBe(true)
  expect(isEnglishIn('hut im wald')).toBe(false)
})

test('each translation is reported as typed', () => {
  expect(translate('Coucher de soleil, mer').translations).toEqual([
    { text: 'Coucher de soleil', english: 'sunset', language: 'fr' },
    { text: 'mer', english: 'sea', language: 'fr' },
  ])
})
