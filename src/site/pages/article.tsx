/** An article page: a shot, the text, next steps, and the next article. */
import { data, Link } from 'react-router'

import { Reel } from '#catalog/reel.tsx'
import { callForPage, pageMeta } from '#platform/http/page.ts'
import { ButtonLink } from '#ui/button.tsx'

import { articlePath } from '../articles/article.ts'
import { articleCategories, articleCategoryPath } from '../articles/categories.ts'
import { getArticle } from '../articles/contract.ts'
import { loadArticleShot, loadArticleTeaser } from '../articles/shots.ts'
import { ArticleRows } from '../parts/article-rows.tsx'
import { ArticleText } from '../parts/article-text.tsx'
import type { Route } from './+types/article'

import css from './article.module.css'

export const loader = async (args: Route.LoaderArgs) => {
  const { category, slug } = args.params
  const { data: article } = await callForPage(args, getArticle, { params: { slug } })
  if (article.category !== category) throw data({ message: 'There is no such article.' }, { status: 404 })
  const [shot, next] = await Promise.all([loadArticleShot(args, article), loadArticleTeaser(args, article.next)])
  return { article, shots: shot ? [shot] : [], next }
}

export const meta = ({ loaderData, ...page }: Route.MetaArgs) => {
  if (!loaderData) return pageMeta(page, { title: 'Article' })
  const { article, shots } = loaderData
  const { title, lead, category, written } = article
  const image = shots[0]?.thumbs.find(({ type }) => type === 'image/jpeg')
  return pageMeta(page, {
    title,
    description: lead,
    image,
    breadcrumbs: [
      { name: 'Articles', path: '/articles' },
      { name: articleCategories[category].name, path: articleCategoryPath(category) },
      { name: title, path: articlePath(article) },
    ],
    structuredData: (absolute, company) => [
      {
        '@type': 'Article',
        headline: title,
        description: lead,
        articleSection: articleCategories[category].name,
        datePublished: written,
        inLanguage: 'en-US',
        url: absolute(articlePath(article)),
        ...(image && { image: absolute(image.url) }),
        author: { '@type': 'Organization', name: company.name, url: absolute('/') },
        publisher: {
          '@type': 'Organization',
          name: company.name,
          ...(company.is_default && { logo: absolute('/icon.png') }),
        },
      },
    ],
  })
}

const dateFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

export default function ArticlePage({ loaderData: { article, shots, next } }: Route.ComponentProps) {
  const { title, lead, category, written, minutes, sections, next_steps } = article
  return (
    <article>
      <Reel key={article.slug} shots={shots} className={css.screen}>
        <header className={css.head}>
          <Link to={articleCategoryPath(category)}>{articleCategories[category].name}</Link>
          <h1>{title}</h1>
        </header>
      </Reel>
      <div className={css.page}>
        <p className={css.facts}>
          {minutes} min read
          <time dateTime={written}>{dateFormat.format(new Date(written))}</time>
        </p>
        <div className={css.body}>
          <p className={css.lead}>{lead}</p>
          <ArticleText sections={sections} />
          <nav aria-label="What to do now" className={css.steps}>
            {next_steps.map(({ to, label }) => (
              <ButtonLink key={to} to={to} size="lg">
                {label}
              </ButtonLink>
            ))}
          </nav>
        </div>
        <section className={css.next} aria-labelledby="next-article">
          <h2 id="next-article">Next article</h2>
          <ArticleRows articles={[next]} />
        </section>
      </div>
    </article>
  )
}
