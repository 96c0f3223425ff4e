import type { ReactNode } from 'react'

import { cx } from './cx.ts'

import css from './state-word.module.css'

export type StateTone = 'good' | 'waiting' | 'bad' | 'over'

/** The state of something in a word or two, with a light before it that says how it stands. */
export const StateWord = ({ tone, children }: { tone: StateTone; children: ReactNode }) => (
  <span className={cx(css.word, css[tone])}>{children}</span>
)
