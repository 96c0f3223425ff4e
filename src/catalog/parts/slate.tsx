/** The header of a scene: its number, its name and its number of clips. */
import type { ReactNode } from 'react'

import { formatClipCount } from '../counts.ts'

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
    <span className={styles.count}>{formatClipCount(clip_count)}</span>
  </header>
)
