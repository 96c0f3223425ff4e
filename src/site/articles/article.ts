/** The shape of an article, and what is derived from its text. */
import type { PageLink } from '../links.ts'
import type { ArticleCategory } from './categories.ts'

/** Text, or a link. */
export type TextRun = string | PageLink
export type ArticleLine = string | readonly TextRun[]
/** A paragraph, a list or ordered steps. */
export type ArticleBlock = ArticleLine | { list: readonly ArticleLine[] } | { steps: readonly ArticleLine[] }

export type ArticleSection = { title: string; body: readonly ArticleBlock[] }

export type Article = {
  slug: string
  category: ArticleCategory
  title: string
  /** One or two sentences, shown in lists, under the title and in search results. */
  lead: string
  /** The day of the last review: "2026-11-20". */
  written: string
  /** The subcategory of its picture. An article without footage has no picture. */
  footage: string
  sections: readonly ArticleSection[]
  /** Links to the next steps in the shop. */
  next_steps: readonly PageLink[]
}

export const articlePath = ({ category, slug }: Pick<Article, 'category' | 'slug'>): string =>
  `/articles/${category}/${slug}`

export const toLines = (block: ArticleBlock): readonly ArticleLine[] =>
  typeof block === 'object' && 'list' in block
    ? block.list
    : typeof block === 'object' && 'steps' in block
      ? block.steps
      : [block]

export const toRuns = (line: ArticleLine): readonly TextRun[] => (typeof line === 'string' ? [line] : line)

const listRuns = ({ sections }: Article): TextRun[] =>
  sections.flatMap(({ body }) => body.flatMap(block => toLines(block).flatMap(toRuns)))

/** Returns every link of an article. */
export const listArticleLinks = (article: Article): PageLink[] => [
  ...listRuns(article).filter(run => typeof run !== 'string'),
  ...article.next_steps,
]

/** Returns the word count of the text without titles. */
export const countWords = (article: Article): number =>
  [article.lead, ...listRuns(article).map(run => (typeof run === 'string' ? run : run.label))]
    .join(' ')
    .split(/\s+/)
    .filter(Boolean).length

const WORDS_PER_MINUTE = 200

/** Returns the reading time in whole minutes, at least 1. */
export const getReadingMinutes = (article: Article): number =>
  Math.max(1, Math.round(countWords(article) / WORDS_PER_MINUTE))
