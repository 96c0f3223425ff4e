/** What an article is made of, and what follows from its words. */
import type { PageLink } from '../links.ts'
import type { ArticleCategory } from './categories.ts'

/** Words, or words that lead somewhere. */
export type Run = string | PageLink
export type Line = string | readonly Run[]
/** A paragraph, a list, or steps in their order. */
export type Block = Line | { list: readonly Line[] } | { steps: readonly Line[] }

export type Section = { title: string; body: readonly Block[] }

export type Article = {
  slug: string
  category: ArticleCategory
  title: string
  /** One or two sentences: stands in lists, under the title and in search results. */
  lead: string
  /** The day it was last true to the shop: "2026-11-20". */
  written: string
  /** The subcategory that its picture is from; an article without footage is right without. */
  footage: string
  sections: readonly Section[]
  /** What to do now, in the shop. */
  next_steps: readonly PageLink[]
}

export const articlePath = ({ category, slug }: Pick<Article, 'category' | 'slug'>): string =>
  `/articles/${category}/${slug}`

export const linesOf = (block: Block): readonly Line[] =>
  typeof block === 'object' && 'list' in block
    ? block.list
    : typeof block === 'object' && 'steps' in block
      ? block.steps
      : [block]

export const runsOf = (line: Line): readonly Run[] => (typeof line === 'string' ? [line] : line)

const allRuns = ({ sections }: Article): Run[] =>
  sections.flatMap(({ body }) => body.flatMap(block => linesOf(block).flatMap(runsOf)))

/** Every link of an article. */
export const linksIn = (article: Article): PageLink[] => [
  ...allRuns(article).filter(run => typeof run !== 'string'),
  ...article.next_steps,
]

/** How many words its text has, titles left out. */
export const wordsIn = (article: Article): number =>
  [article.lead, ...allRuns(article).map(run => (typeof run === 'string' ? run : run.label))]
    .join(' ')
    .split(/\s+/)
    .filter(Boolean).length

const words_a_minute = 200

/** How long it takes to read, in whole minutes, at least one. */
export const minutesOf = (article: Article): number => Math.max(1, Math.round(wordsIn(article) / words_a_minute))
