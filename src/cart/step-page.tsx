/** The layout of the cart and checkout pages: a title, the content, and the order summary beside or below it. */
import type { ReactNode } from 'react'

import { cx } from '#ui/cx.ts'

import css from './step-page.module.css'

type StepPageProps = {
  title: ReactNode
  /** Shown at the end of the title row: a link back, or an action for the whole page. */
  action?: ReactNode
  /** Shows a line below the title. */
  line?: boolean
  /** Null for a page without an order, such as an empty cart. */
  summary: ReactNode
  children: ReactNode
}

export const StepPage = ({ title, action, line, summary, children }: StepPageProps) => (
  <div className={cx(css.page, summary !== null && css.beside)}>
    <header className={cx(css.head, line && css.line)}>
      <h1>{title}</h1>
      {action}
    </header>
    <div className={css.step}>{children}</div>
    {summary !== null && (
      <aside className={css.summary} aria-label="Order summary">
        {summary}
      </aside>
    )}
  </div>
)
