/** Article categories in the order in which menus and pages show them. */
import type { PageLink } from '../links.ts'

export const articleCategories = {
  licensing: { name: 'Licensing', about: 'What a license covers, what it costs, and what a use needs.' },
  editing: { name: 'Editing', about: 'Footage on your timeline: comps, timecode, frame rates, color.' },
  finding: { name: 'Finding Footage', about: 'From a shot in your head to a board that a team agrees on.' },
  buying: { name: 'Buying', about: 'Accounts, invoices and tax, for those who sign them off.' },
} as const

export type ArticleCategory = keyof typeof articleCategories
export const articleCategoryNames = Object.keys(articleCategories) as ArticleCategory[]
export const isArticleCategory = (text: string): text is ArticleCategory =>
  articleCategoryNames.some(name => name === text)

export const articleCategoryPath = (category: ArticleCategory): string => `/articles/${category}`

/** Links of the mega menu. */
export const articleCategoryLinks: readonly PageLink[] = articleCategoryNames.map(category => ({
  to: articleCategoryPath(category),
  label: articleCategories[category].name,
}))
