/** A scene's head, as on a slate: its number, its name, what there is of it. */
import type { ReactNode } from 'react'

import { clipCount } from './counts.ts'

import styles from './slate.module.css'

type SlateProps = { number?: number; clip_count: number; children: ReactNode }

export const Slate = ({ number, clip_count, children }: SlateProps) => (
  <header className={styles.slate}>
    {number !== undefined && (
      <span className={styles.number} aria-hidden="true">
        {String(number).padStart(2, '0')}
      </span>
    )}
    {children}
    <span className={styles.count}>{clipCount(clip_count)}</span>
  </header>
)
