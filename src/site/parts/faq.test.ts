import { expect, test } from 'vitest'

import { faqSource } from '#content/defaults/faq.ts'
import { renderMarkdown } from '#content/markdown.server.ts'

import { findQuestions } from './faq.ts'

const groups = renderMarkdown(faqSource).sections
const findIds = (search: string) => findQuestions(groups, search).flatMap(({ items }) => items.map(({ id }) => id))
const allIds = groups.flatMap(({ items }) => items.map(({ id }) => id))

test('question ids are unique and can be used in a URL', () => {
  expect(new Set(allIds).size).toBe(28)
  for (const id of allIds) expect(id).toMatch(/^[a-z-]+$/)
})

test('an empty search returns every question in order', () => {
  expect(findIds('')).toEqual(allIds)
  expect(findIds(' ?! ')).toEqual(allIds)
})

test('every word has to match, regardless of case and accents', () => {
  expect(findIds('EIN charities')).toEqual(['nonprofit'])
  expect(findIds('Cüt FRAME timecode')).toEqual(['comps'])
  expect(findIds('ein zebra')).toEqual([])
})
