import { expect, test } from 'vitest'

import { faq } from '../parts/faq.ts'
import { licenseTerms } from '../parts/legal/license-terms.tsx'
import { articleAfter, articles } from './all.server.ts'
import { articlePath, linesOf, linksIn, minutesOf, wordsIn } from './article.ts'
import { articleCategoryNames } from './categories.ts'

test.each(articles)('$slug has all its parts', article => {
  expect(article.slug).toMatch(/^[a-z]+(-[a-z]+)*$/)
  expect(new Date(article.written).toJSON()).toContain(article.written)
  for (const text of [article.title, article.lead, article.footage]) expect(text).not.toBe('')
  expect(article.sections.length).toBeGreaterThanOrEqual(3)
  for (const { title, body } of article.sections) {
    expect(title).not.toBe('')
    for (const block of body) expect(linesOf(block).length).toBeGreaterThan(0)
    expect(body.length).toBeGreaterThan(0)
  }
  expect(article.next_steps.length).toBeGreaterThan(0)
  // Short enough to be read, long enough to help.
  expect(wordsIn(article)).toBeGreaterThanOrEqual(300)
  expect(wordsIn(article)).toBeLessThanOrEqual(600)
})

test('each article and each of its sections has a name of its own', () => {
  expect(new Set(articles.map(({ slug }) => slug)).size).toBe(articles.length)
  expect(new Set(articles.map(({ footage }) => footage)).size).toBe(articles.length)
  for (const { sections } of articles) expect(new Set(sections.map(({ title }) => title)).size).toBe(sections.length)
})

test('no category is empty', () => {
  expect(new Set(articles.map(({ category }) => category))).toEqual(new Set(articleCategoryNames))
})

test('reading on leads through all of them and back to the first', () => {
  const seen = new Set<string>()
  let [article] = articles
  while (article && !seen.has(article.slug)) {
    seen.add(article.slug)
    article = articleAfter(article)
  }
  expect(seen.size).toBe(articles.length)
  expect(article).toBe(articles[0])
})

/** Parts of pages that articles lead to by their names. */
const named = new Set([
  ...faq.flatMap(({ questions }) => questions.map(({ id }) => `/faq#${id}`)),
  ...licenseTerms.sections.map(({ id }) => `/license-terms#${id}`),
])
test.each(articles.flatMap(linksIn).filter(({ to }) => to.includes('#')))('$to is a part of its page', ({ to }) => {
  expect(named).toContain(to)
})

test('one article leads to another by its address', () => {
  const own = articles.map(articlePath)
  const led = articles.flatMap(linksIn).filter(({ to }) => /^\/articles\/.+\//.test(to))
  expect(led.length).toBeGreaterThan(0)
  for (const { to } of led) expect(own).toContain(to)
})

test('reading time goes with the words, and is never nothing', () => {
  const [article] = articles
  if (!article) throw new Error('There are articles.')
  const of = (words: number) =>
    minutesOf({ ...article, lead: '', next_steps: [], sections: [{ title: 'One', body: ['word '.repeat(words)] }] })
  expect([of(1), of(200), of(400), of(1_000)]).toEqual([1, 1, 2, 5])
})
