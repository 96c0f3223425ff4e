/** Endpoints for articles: the list, and one article in full. */
import * as z from 'zod/mini'

import { endpoint } from '#platform/http/endpoint.ts'

import { articleCategoryNames } from './categories.ts'

const readonlyArray = <S extends z.ZodMiniType>(shape: S) => z.readonly(z.array(shape))

const Link = z.object({ to: z.string(), label: z.string() })
const Line = z.union([z.string(), readonlyArray(z.union([z.string(), Link]))])
const Block = z.union([Line, z.object({ list: readonlyArray(Line) }), z.object({ steps: readonlyArray(Line) })])

const summaryFields = {
  slug: z.string(),
  category: z.enum(articleCategoryNames),
  title: z.string(),
  lead: z.string(),
  /** The day of the last review. */
  written: z.string(),
  /** The subcategory of its picture. */
  footage: z.string(),
  /** The reading time. */
  minutes: z.int(),
}

const ArticleSummary = z.object(summaryFields)
export type ArticleSummary = z.infer<typeof ArticleSummary>

export const listArticles = endpoint('GET', '/articles', {
  summary: 'List articles in reading order: all, or those of one category',
  who: 'anyone',
  masquerade: 'allowed',
  query: z.object({
    category: z.optional(z.enum(articleCategoryNames, 'There are no articles about that.')),
  }),
  reply: z.array(ArticleSummary),
})

export const getArticle = endpoint('GET', '/articles/:slug', {
  summary: 'Get an article and the next one',
  who: 'anyone',
  masquerade: 'allowed',
  params: z.object({ slug: z.string() }),
  reply: z.object({
    ...summaryFields,
    sections: readonlyArray(z.object({ title: z.string(), body: readonlyArray(Block) })),
    next_steps: readonlyArray(Link),
    next: ArticleSummary,
  }),
})
