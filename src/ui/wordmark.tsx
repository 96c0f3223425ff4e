/** The company's logo, or its name as a title card. The product's own name has an icon: a frame with a lit playhead. */
import { useCompany } from '#platform/settings/company-context.ts'

import { cx } from './cx.ts'

import styles from './wordmark.module.css'

type WordmarkProps = { size?: 'sm' | 'md' | 'lg'; className?: string }

export const Wordmark = ({ size = 'md', className }: WordmarkProps) => {
  const { name, is_default, logo } = useCompany()
  if (logo)
    return (
      <span className={cx(styles.wordmark, styles[size], className)}>
        <img {...logo.light} alt={name} className={cx(styles.logo, styles['on-light'])} />
        <img {...logo.dark} alt={name} className={cx(styles.logo, styles['on-dark'])} />
      </span>
    )
  return (
    <span className={cx(styles.wordmark, styles[size], className)}>
      {is_default && (
        <svg viewBox="0 0 34 16" aria-hidden="true" className={styles.frame}>
          <path fill="currentColor" fillRule="evenodd" d="M0 0h34v16H0zM2 2v12h30V2z" />
          <path className={styles.head} d="M20 2h2.4v12H20z" />
        </svg>
      )}
      {name}
    </span>
  )
}
