import type { ReactNode } from 'react'

import { cx } from './cx.ts'

import css from './status-label.module.css'

export type StatusTone = 'good' | 'waiting' | 'bad' | 'over'

/** A status in one or two words, with a colored dot for its tone. */
export const StatusLabel = ({ tone, children }: { tone: StatusTone; children: ReactNode }) => (
  <span className={cx(css.word, css[tone])}>{children}</span>
)
