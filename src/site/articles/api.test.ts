import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { articles } from './all.server.ts'
import { articleCategoryNames } from './categories.ts'
import { getArticle, listArticles } from './contract.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp()
})
afterAll(() => shop.close())

const listSlugs = async (category?: (typeof articleCategoryNames)[number]) =>
  (await shop.visitor().call(listArticles, { query: { category } })).data.map(({ slug }) => slug)

test('articles are listed in reading order, and by category', async () => {
  const all = articles.map(({ slug }) => slug)
  expect(await listSlugs()).toEqual(all)
  const byCategory = await Promise.all(articleCategoryNames.map(listSlugs))
  expect(byCategory.flat().toSorted()).toEqual(all.toSorted())
  await expect(
    shop.visitor().call(listArticles, { query: { category: 'gardening' as 'buying' } }),
  ).rejects.toMatchObject({ status: 422, errors: { category: ['There are no articles about that.'] } })
})

test('an article comes with the next one to read; an unknown slug is a 404', async () => {
  for (const [index, article] of articles.entries()) {
    const { data } = await shop.visitor().call(getArticle, { params: { slug: article.slug } })
    expect(data).toMatchObject({ ...article, next: { slug: articles[(index + 1) % articles.length]?.slug } })
  }
  for (const slug of ['nothing', 'constructor', 'a\u0000b'])
    await expect(shop.visitor().call(getArticle, { params: { slug } })).rejects.toMatchObject({ status: 404 })
})
