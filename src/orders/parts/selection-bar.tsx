import type { ReactNode } from 'react'

import { Button } from '#ui/button.tsx'

import css from './selection-bar.module.css'

type Props = {
  label: string
  /** What is chosen, in words. */
  chosen: ReactNode
  onClear: () => void
  /** What can be done with it. */
  children: ReactNode
}

/** What is chosen, at the foot of the window; drawn as long as anything is. */
export const SelectionBar = ({ label, chosen, onClear, children }: Props) => (
  <section className={css.bar} aria-label={label}>
    <p className={css.sum} role="status">
      {chosen}
    </p>
    <Button kind="quiet" onClick={onClear}>
      Choose none
    </Button>
    <div className={css.ways}>{children}</div>
  </section>
)
