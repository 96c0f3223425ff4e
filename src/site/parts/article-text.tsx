/** The text of an article. */
import { Fragment } from 'react'
import { Link } from 'react-router'

import { toRuns, type ArticleBlock, type ArticleLine, type ArticleSection } from '../articles/article.ts'

import css from './article-text.module.css'

export const ArticleText = ({ sections }: { sections: readonly ArticleSection[] }) => (
  <div className={css.text}>
    {sections.map(({ title, body }) => (
      <section key={title}>
        <h2>{title}</h2>
        {body.map((block, i) => (
          <BlockView key={i} block={block} />
        ))}
      </section>
    ))}
  </div>
)

const BlockView = ({ block }: { block: ArticleBlock }) => {
  if (typeof block === 'string' || !('list' in block || 'steps' in block))
    return (
      <p>
        <LineView line={block} />
      </p>
    )
  const isSteps = 'steps' in block
  const List = isSteps ? 'ol' : 'ul'
  return (
    <List>
      {(isSteps ? block.steps : block.list).map((line, i) => (
        <li key={i}>
          <LineView line={line} />
        </li>
      ))}
    </List>
  )
}

const LineView = ({ line }: { line: ArticleLine }) =>
  toRuns(line).map((run, i) =>
    typeof run === 'string' ? (
      <Fragment key={i}>{run}</Fragment>
    ) : (
      <Link key={i} to={run.to}>
        {run.label}
      </Link>
    ),
  )
