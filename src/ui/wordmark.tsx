/** A brand's name as a title card, with an icon of a frame with a lit playhead. */
import { cx } from './cx.ts'

import styles from './wordmark.module.css'

type WordmarkProps = {
  /** The brand's name. */
  children: string
  size?: 'sm' | 'md' | 'lg'
  className?: string
}

export const Wordmark = ({ children, size = 'md', className }: WordmarkProps) => (
  <span className={cx(styles.wordmark, styles[size], className)}>
    <svg viewBox="0 0 34 16" aria-hidden="true" className={styles.frame}>
      <path fill="currentColor" fillRule="evenodd" d="M0 0h34v16H0zM2 2v12h30V2z" />
      <path className={styles.head} d="M20 2h2.4v12H20z" />
    </svg>
    {children}
  </span>
)
