/** The synonyms, concepts and translations that every shop starts with. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { canHaveSynonyms, parseAlternatives } from './synonyms.ts'
import { negations } from './text/lexicon.ts'
import { fold, splitText } from './text/text-parts.ts'
import {
  createTranslationIndex,
  findTranslations,
  languages,
  splitForeignWords,
  type Language,
  type TranslationEntry,
} from './text/translate.ts'

const MIN_CONCEPTS = 300
const MIN_TERMS = 1_000

type Entry = { term: string; kind: string; words: string[] }

let shop: TestApp
let entries: Entry[]
let translations: TranslationEntry[]
beforeAll(async () => {
  shop = await openTestApp()
  const rows = await shop.db.selectFrom('synonyms').select(['term', 'kind', 'alternatives']).execute()
  entries = rows.map(({ term, kind, alternatives }) => ({ term, kind, words: parseAlternatives(alternatives) }))
  const words = await shop.db.selectFrom('translations').select(['language', 'term', 'english']).execute()
  translations = words.map(word => ({ ...word, language: word.language as Language }))
})
afterAll(() => shop.close())

/** Returns the texts that have nothing but words that the search ignores. */
const listUnsearchable = async (texts: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ text: string }>`
    select text from json_array_elements_text(${JSON.stringify([...new Set(texts)])}::json) text
    where to_tsvector('footage', text) = ''::tsvector`.execute(shop.db)
  return rows.map(({ text }) => text)
}

test('there are at least 300 concepts, each with several words', () => {
  const concepts = entries.filter(({ kind }) => kind === 'concept')
  expect(concepts.length).toBeGreaterThanOrEqual(MIN_CONCEPTS)
  expect(concepts.filter(({ words }) => words.length < 2)).toEqual([])
})

test('synonyms and concepts are what editors could have entered', () => {
  const texts = entries.flatMap(({ term, words }) => [term, ...words])
  expect(texts.filter(text => !canHaveSynonyms(text) || text !== text.toLowerCase())).toEqual([])
  expect(entries.filter(({ words }) => new Set(words).size < words.length)).toEqual([])
})

test('each word of a synonym or concept is one that the search can find, other than the term', async () => {
  expect(await listUnsearchable(entries.flatMap(({ term, words }) => [term, ...words]))).toEqual([])
  const { rows } = await sql`
    select term, word from synonyms, regexp_split_to_table(alternatives, '\\s+or\\s+') word
    where plainto_tsquery('footage', word) = plainto_tsquery('footage', term)`.execute(shop.db)
  expect(rows).toEqual([])
})

test('each language has at least 1,000 words and phrases', async () => {
  const counts = Map.groupBy(translations, ({ language }) => language)
  for (const language of languages)
    expect(new Set(counts.get(language)?.map(({ term }) => term)).size, language).toBeGreaterThanOrEqual(MIN_TERMS)
})

test('translations are what editors could have entered', () => {
  const isText = (text: string) => canHaveSynonyms(text) && text === text.toLowerCase()
  expect(translations.filter(({ term, english }) => !isText(term) || !isText(english))).toEqual([])
})

test('each translation is English that the search can find', async () => {
  const searched = translations.map(({ english }) => english).filter(english => !negations.has(english))
  expect(await listUnsearchable(searched)).toEqual([])
})

test('no word of a language has the same English twice, or is its own translation', () => {
  const keys = translations.map(({ language, term, english }) => `${language} ${fold(term)} ${english}`)
  expect(keys.filter((key, i) => keys.indexOf(key) !== i)).toEqual([])
  // Names of several words are there to stay as they are.
  expect(translations.filter(({ term, english }) => fold(term) === english && !term.includes(' '))).toEqual([])
})

test('each word is found in a text of its language', () => {
  const index = createTranslationIndex(translations)
  const missed = translations.filter(({ language, term, english }) => {
    const matches = findTranslations(splitForeignWords(splitText(term), index), index)
    return !matches.some(({ options }) =>
      options.some(option => option.language === language && option.english === english),
    )
  })
  expect(missed).toEqual([])
})

test.each([
  ['weizenfeld', 'en-US', ['wheat field']],
  ['mañana en la montaña', 'en-US', ['morning', 'mountain']],
  ['la vie en rose', 'fr', ['life', 'pink']],
  ['rotwein', 'de', ['red wine']],
  // English words and names.
  ['pain', 'en-US', []],
  ['gift', 'de', []],
  ['hut', 'en-US', []],
  ['mountain hut', 'de', []],
  ['montana', 'en-US', []],
  ['salzburg', 'en-US', []],
  ['costa rica', 'en-US', []],
  ['rio de janeiro', 'en-US', []],
  ['los angeles skyline', 'en-US', []],
  // The language of the browser, or of the other words, decides.
  ['hut', 'de', ['hat']],
  ['pain', 'fr', ['bread']],
  ['montana', 'es', ['mountain']],
  ['meer', 'nl', ['lake']],
  ['meer', 'de', ['sea']],
  ['strand am meer bei sonnenuntergang', 'nl', ['beach', 'sea', 'sunset']],
])('“%s” in a browser of %s is %j', async (q, language, expected) => {
  const response = await shop
    .visitor()
    .send(`/api/clips?${new URLSearchParams({ q })}`, { method: 'GET', headers: { 'accept-language': language } })
  const { meta } = (await response.json()) as { meta: { reading: { translations: { english: string }[] } } }
  expect(meta.reading.translations.map(({ english }) => english)).toEqual(expected)
})
