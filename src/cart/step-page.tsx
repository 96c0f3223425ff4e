/** A step on the way to an order: its title, what is to be done, and the order summary beside it or under it. */
import type { ReactNode } from 'react'

import { cx } from '#ui/cx.ts'

import css from './step-page.module.css'

type StepPageProps = {
  title: ReactNode
  /** At the far end of the title: the way back, or what can be done with the whole. */
  action?: ReactNode
  /** Draws a line under the title. */
  line?: boolean
  summary: ReactNode
  children: ReactNode
}

export const StepPage = ({ title, action, line, summary, children }: StepPageProps) => (
  <div className={css.page}>
    <header className={cx(css.head, line && css.line)}>
      <h1>{title}</h1>
      {action}
    </header>
    <div className={css.step}>{children}</div>
    <aside className={css.summary} aria-label="Order summary">
      {summary}
    </aside>
  </div>
)
