import type { FastifyInstance } from 'fastify'

import { refuse } from '#platform/http/refusal.ts'
import { serve } from '#platform/http/serve.server.ts'

import { getNextArticle, articles } from './all.server.ts'
import { getReadingMinutes, type Article } from './article.ts'
import * as contract from './contract.ts'

const toArticleSummary = (article: Article): contract.ArticleSummary => {
  const { slug, category, title, lead, written, footage } = article
  return { slug, category, title, lead, written, footage, minutes: getReadingMinutes(article) }
}

export const articlesApi = (app: FastifyInstance) => {
  serve(app, contract.listArticles, ({ query: { category } }) => ({
    data: articles.filter(article => category === undefined || article.category === category).map(toArticleSummary),
  }))

  serve(app, contract.getArticle, ({ params: { slug } }) => {
    const article = articles.find(candidate => candidate.slug === slug)
    if (!article) throw refuse.missing('article')
    return {
      data: { ...article, minutes: getReadingMinutes(article), next: toArticleSummary(getNextArticle(article)) },
    }
  })
}
