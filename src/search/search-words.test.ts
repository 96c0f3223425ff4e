/** The synonyms, concepts and translations that every shop starts with. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { canHaveSynonyms, parseAlternatives } from './synonyms.ts'

const MIN_CONCEPTS = 300

type Entry = { term: string; kind: string; words: string[] }

let shop: TestApp
let entries: Entry[]
beforeAll(async () => {
  shop = await openTestApp()
  const rows = await shop.db.selectFrom('synonyms').select(['term', 'kind', 'alternatives']).execute()
  entries = rows.map(({ term, kind, alternatives }) => ({ term, kind, words: parseAlternatives(alternatives) }))
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
