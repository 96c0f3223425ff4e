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

const slugsOf = async (category?: (typeof articleCategoryNames)[number]) =>
  (await shop.visitor().call(listArticles, { query: { category } })).data.map(({ slug }) => slug)

test('articles are listed in their order, and each under what it is about', async () => {
  const all = articles.map(({ slug }) => slug)
  expect(await slugsOf()).toEqual(all)
  const byCategory = await Promise.all(articleCategoryNames.map(slugsOf))
  expect(byCategory.flat().toSorted()).toEqual(all.toSorted())
  await expect(
    shop.visitor().call(listArticles, { query: { category: 'gardening' as 'buying' } }),
  ).rejects.toMatchObject({ status: 422, errors: { category: ['There are no articles about that.'] } })
})

test('each is there whole, with the next to read; what is none is not found', async () => {
  for (const [place, article] of articles.entries()) {
    const { data } = await shop.visitor().call(getArticle, { params: { slug: article.slug } })
    expect(data).toMatchObject({ ...article, next: { slug: articles[(place + 1) % articles.length]?.slug } })
  }
  for (const slug of ['nothing', 'constructor', 'a\u0000b'])
    await expect(shop.visitor().call(getArticle, { params: { slug } })).rejects.toMatchObject({ status: 404 })
})
