/** The doors to what we write: lists of it, and one article whole. */
import * as z from 'zod/mini'

import { endpoint } from '#platform/endpoint.ts'

import { articleCategoryNames } from './categories.ts'

const list = <S extends z.ZodMiniType>(shape: S) => z.readonly(z.array(shape))

const Link = z.object({ to: z.string(), label: z.string() })
const Line = z.union([z.string(), list(z.union([z.string(), Link]))])
const Block = z.union([Line, z.object({ list: list(Line) }), z.object({ steps: list(Line) })])

const facts = {
  slug: z.string(),
  category: z.enum(articleCategoryNames),
  title: z.string(),
  lead: z.string(),
  /** The day it was last true to the shop. */
  written: z.string(),
  /** The subcategory that its picture is from. */
  footage: z.string(),
  /** How long it takes to read. */
  minutes: z.int(),
}

const ArticleFacts = z.object(facts)
export type ArticleFacts = z.infer<typeof ArticleFacts>

export const listArticles = endpoint('GET', '/articles', {
  summary: 'Articles in the order in which they are read: all, or those of one category',
  who: 'anyone',
  masquerade: 'allowed',
  query: z.object({
    category: z.optional(z.enum(articleCategoryNames, 'There are no articles about that.')),
  }),
  reply: z.array(ArticleFacts),
})

export const getArticle = endpoint('GET', '/articles/:slug', {
  summary: 'One article, and the one that is read after it',
  who: 'anyone',
  masquerade: 'allowed',
  params: z.object({ slug: z.string() }),
  reply: z.object({
    ...facts,
    sections: list(z.object({ title: z.string(), body: list(Block) })),
    next_steps: list(Link),
    next: ArticleFacts,
  }),
})
