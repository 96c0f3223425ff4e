/** Lists all articles by category, or those of one category. */
import { data, Link } from 'react-router'

import { callForPage, pageMeta } from '#platform/http/page.ts'

import {
  articleCategories,
  articleCategoryLinks,
  articleCategoryNames,
  articleCategoryPath,
  isArticleCategory,
} from '../articles/categories.ts'
import { listArticles } from '../articles/contract.ts'
import { loadArticleTeaser } from '../articles/shots.ts'
import { ArticleRows } from '../parts/article-rows.tsx'
import type { Route } from './+types/articles'

import spread from '../parts/spread.module.css'
import css from './articles.module.css'

export const loader = async (args: Route.LoaderArgs) => {
  const { category } = args.params
  if (category !== undefined && !isArticleCategory(category))
    throw data({ message: 'There are no articles about that.' }, { status: 404 })
  const { data: articles } = await callForPage(args, listArticles, { query: { category } })
  return { category, teasers: await Promise.all(articles.map(article => loadArticleTeaser(args, article))) }
}

const allArticles = {
  name: 'Articles',
  about: 'How footage is found, cut, licensed and paid for, by the people who make it.',
}
const trail = [{ name: allArticles.name, path: '/articles' }]

export const meta = ({ loaderData, ...page }: Route.MetaArgs) => {
  const category = loaderData?.category
  const { name, about } = category ? articleCategories[category] : allArticles
  return pageMeta(page, {
    title: category ? `${name} articles` : name,
    description: about,
    image: loaderData?.teasers[0]?.shot?.thumbs.find(({ type }) => type === 'image/jpeg'),
    breadcrumbs: category ? [...trail, { name, path: articleCategoryPath(category) }] : trail,
  })
}

export default function Articles({ loaderData: { category, teasers } }: Route.ComponentProps) {
  const { name, about } = category ? articleCategories[category] : allArticles
  return (
    <div className={spread.page}>
      <div className={css.top}>
        <header className={spread.head}>
          <h1>{name}</h1>
          <p>{about}</p>
        </header>
        <nav aria-label="Article categories" className={css.categories}>
          {[{ to: '/articles', label: 'All' }, ...articleCategoryLinks].map(({ to, label }) => (
            <Link
              key={to}
              to={to}
              aria-current={to === (category ? articleCategoryPath(category) : '/articles') ? 'page' : undefined}
            >
              {label}
            </Link>
          ))}
        </nav>
      </div>
      {category ? (
        <ArticleRows articles={teasers} heading="h2" />
      ) : (
        articleCategoryNames.map(name => (
          <section key={name} className={spread.section} aria-labelledby={name}>
            <h2 id={name}>{articleCategories[name].name}</h2>
            <ArticleRows articles={teasers.filter(teaser => teaser.category === name)} />
          </section>
        ))
      )}
    </div>
  )
}
