/** The words of an article. */
import { Fragment } from 'react'
import { Link } from 'react-router'

import { runsOf, type Block, type Line, type Section } from '../articles/article.ts'

import css from './article-text.module.css'

export const ArticleText = ({ sections }: { sections: readonly Section[] }) => (
  <div className={css.text}>
    {sections.map(({ title, body }) => (
      <section key={title}>
        <h2>{title}</h2>
        {body.map((block, i) => (
          <Part key={i} block={block} />
        ))}
      </section>
    ))}
  </div>
)

const Part = ({ block }: { block: Block }) => {
  if (typeof block === 'string' || !('list' in block || 'steps' in block))
    return (
      <p>
        <Words line={block} />
      </p>
    )
  const isSteps = 'steps' in block
  const List = isSteps ? 'ol' : 'ul'
  return (
    <List>
      {(isSteps ? block.steps : block.list).map((line, i) => (
        <li key={i}>
          <Words line={line} />
        </li>
      ))}
    </List>
  )
}

const Words = ({ line }: { line: Line }) =>
  runsOf(line).map((run, i) =>
    typeof run === 'string' ? (
      <Fragment key={i}>{run}</Fragment>
    ) : (
      <Link key={i} to={run.to}>
        {run.label}
      </Link>
    ),
  )
