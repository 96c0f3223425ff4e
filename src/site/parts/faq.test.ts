import { expect, test } from 'vitest'

import { faq, findQuestions } from './faq.ts'

const found = (search: string) => findQuestions(faq, search).flatMap(({ questions }) => questions.map(({ id }) => id))
const every = faq.flatMap(({ questions }) => questions.map(({ id }) => id))

test('each question has an address of its own', () => {
  expect(new Set(every).size).toBe(every.length)
  for (const id of every) expect(id).toMatch(/^[a-z-]+$/)
})

test('no words find every question, in its order', () => {
  expect(found('')).toEqual(every)
  expect(found(' ?! ')).toEqual(every)
})

test('every word must be there, whatever its case and accents', () => {
  expect(found('EIN charities')).toEqual(['nonprofit'])
  expect(found('Édit FRAME timecode')).toEqual(['comps'])
  expect(found('ein zebra')).toEqual([])
})
