import { expect, test } from 'vitest'

import { faq, findQuestions } from './faq.ts'

const findIds = (search: string) => findQuestions(faq, search).flatMap(({ questions }) => questions.map(({ id }) => id))
const allIds = faq.flatMap(({ questions }) => questions.map(({ id }) => id))

test('question ids are unique and can be used in a URL', () => {
  expect(new Set(allIds).size).toBe(allIds.length)
  for (const id of allIds) expect(id).toMatch(/^[a-z-]+$/)
})

test('an empty search returns every question in order', () => {
  expect(findIds('')).toEqual(allIds)
  expect(findIds(' ?! ')).toEqual(allIds)
})

test('every word has to match, regardless of case and accents', () => {
  expect(findIds('EIN charities')).toEqual(['nonprofit'])
  expect(findIds('Édit FRAME timecode')).toEqual(['comps'])
  expect(findIds('ein zebra')).toEqual([])
})
