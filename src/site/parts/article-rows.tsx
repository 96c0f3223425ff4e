/** A list of articles with their shot, lead and reading time. */
import { Link } from 'react-router'

import { ClipThumb } from '#catalog/clip-thumb.tsx'
import { hoverLoopProps } from '#catalog/hover-loop.ts'

import { articlePath } from '../articles/article.ts'
import type { ArticleTeaser } from '../articles/shots.ts'

import css from './article-rows.module.css'

type ArticleRowsProps = { articles: readonly ArticleTeaser[]; heading?: 'h2' | 'h3' }

export const ArticleRows = ({ articles, heading: Heading = 'h3' }: ArticleRowsProps) => (
  <ul className={css.rows}>
    {articles.map(article => (
      <li key={article.slug}>
        <Link to={articlePath(article)} className={css.row}>
          {article.shot && (
            <div className={css.picture} {...hoverLoopProps(article.shot.loop)}>
              <ClipThumb thumbs={article.shot.thumbs} sizes="(width >= 834px) 320px, 100vw" />
            </div>
          )}
          <div className={css.words}>
            <Heading className={css.title}>{article.title}</Heading>
            <p className={css.lead}>{article.lead}</p>
            <p className={css.facts}>{article.minutes} min read</p>
          </div>
        </Link>
      </li>
    ))}
  </ul>
)
