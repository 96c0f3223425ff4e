import { expect, test } from 'vitest'

import { faqSource } from '#content/defaults/faq.ts'
import { licenseTermsSource } from '#content/defaults/license-terms.ts'
import { renderMarkdown } from '#content/markdown.server.ts'

import { getNextArticle, articles } from './all.server.ts'
import { articlePath, toLines, listArticleLinks, getReadingMinutes, countWords } from './article.ts'
import { articleCategoryNames } from './categories.ts'

test.each(articles)('$slug has all its parts', article => {
  expect(article.slug).toMatch(/^[a-z]+(-[a-z]+)*$/)
  expect(new Date(article.written).toJSON()).toContain(article.written)
  for (const text of [article.title, article.lead, article.footage]) expect(text).not.toBe('')
  expect(article.sections.length).toBeGreaterThanOrEqual(3)
  for (const { title, body } of article.sections) {
    expect(title).not.toBe('')
    for (const block of body) expect(toLines(block).length).toBeGreaterThan(0)
    expect(body.length).toBeGreaterThan(0)
  }
  expect(article.next_steps.length).toBeGreaterThan(0)
  // Short enough to be read, long enough to help.
  expect(countWords(article)).toBeGreaterThanOrEqual(300)
  expect(countWords(article)).toBeLessThanOrEqual(600)
})

test('articles, their pictures and their section titles are unique', () => {
  expect(new Set(articles.map(({ slug }) => slug)).size).toBe(articles.length)
  expect(new Set(articles.map(({ footage }) => footage)).size).toBe(articles.length)
  for (const { sections } of articles) expect(new Set(sections.map(({ title }) => title)).size).toBe(sections.length)
})

test('no category is empty', () => {
  expect(new Set(articles.map(({ category }) => category))).toEqual(new Set(articleCategoryNames))
})

test('the next articles lead through all of them and back to the first', () => {
  const visitedSlugs = new Set<string>()
  let [article] = articles
  while (article && !visitedSlugs.has(article.slug)) {
    visitedSlugs.add(article.slug)
    article = getNextArticle(article)
  }
  expect(visitedSlugs.size).toBe(articles.length)
  expect(article).toBe(articles[0])
})

/** Sections of pages that articles link to. */
const sectionPaths = new Set([
  ...renderMarkdown(faqSource).sections.flatMap(({ items }) => items.map(({ id }) => `/faq#${id}`)),
  ...renderMarkdown(licenseTermsSource).sections.map(({ id }) => `/license-terms#${id}`),
])
test.each(articles.flatMap(listArticleLinks).filter(({ to }) => to.includes('#')))(
  '$to is a section of its page',
  ({ to }) => {
    expect(sectionPaths).toContain(to)
  },
)

test('links between articles lead to existing articles', () => {
  const paths = articles.map(articlePath)
  const articleLinks = articles.flatMap(listArticleLinks).filter(({ to }) => /^\/articles\/.+\//.test(to))
  expect(articleLinks.length).toBeGreaterThan(0)
  for (const { to } of articleLinks) expect(paths).toContain(to)
})

test('reading time grows with the word count and is at least one minute', () => {
  const [article] = articles
  if (!article) throw new Error('There are articles.')
  const minutesFor = (words: number) =>
    getReadingMinutes({
      ...article,
      lead: '',
      next_steps: [],
      sections: [{ title: 'One', body: ['word '.repeat(words)] }],
    })
  expect([minutesFor(1), minutesFor(200), minutesFor(400), minutesFor(1_000)]).toEqual([1, 1, 2, 5])
})
