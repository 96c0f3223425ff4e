import type { ReactNode } from 'react'

import { Button } from '#ui/button.tsx'

import css from './selection-bar.module.css'

type SelectionBarProps = {
  label: string
  /** A summary of the selection. */
  summary: ReactNode
  onClear: () => void
  /** Actions for the selection. */
  children: ReactNode
}

/** A bar at the bottom of the window that shows the selection. Render it only while something is selected. */
export const SelectionBar = ({ label, summary, onClear, children }: SelectionBarProps) => (
  <section className={css.bar} aria-label={label}>
    <p className={css.sum} role="status">
      {summary}
    </p>
    <Button kind="quiet" onClick={onClear}>
      Choose none
    </Button>
    <div className={css.ways}>{children}</div>
  </section>
)
