import type { FastifyInstance } from 'fastify'

import { refuse } from '#platform/refusal.ts'
import { serve } from '#platform/serve.server.ts'

import { articleAfter, articles } from './all.server.ts'
import { minutesOf, type Article } from './article.ts'
import * as contract from './contract.ts'

const factsOf = (article: Article): contract.ArticleFacts => {
  const { slug, category, title, lead, written, footage } = article
  return { slug, category, title, lead, written, footage, minutes: minutesOf(article) }
}

export const articlesApi = (app: FastifyInstance) => {
  serve(app, contract.listArticles, ({ query: { category } }) => ({
    data: articles.filter(article => category === undefined || article.category === category).map(factsOf),
  }))

  serve(app, contract.getArticle, ({ params: { slug } }) => {
    const article = articles.find(one => one.slug === slug)
    if (!article) throw refuse.missing('article')
    return { data: { ...article, minutes: minutesOf(article), next: factsOf(articleAfter(article)) } }
  })
}
