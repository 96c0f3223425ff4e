/** A collapsible section. Of several with the same `name`, only one is open at a time. */
import { Plus } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'

import { cx } from './cx.ts'

import styles from './disclosure.module.css'

type DisclosureProps = Omit<ComponentProps<'details'>, 'children'> & {
  summary: ReactNode
  /** Content at the far end of the heading, such as a count or the current choice. */
  aside?: ReactNode
  /** Without rules and with the surrounding text size, for filters and forms. */
  plain?: boolean
  children: ReactNode
}

export const Disclosure = ({ summary, aside, plain, children, className, ...props }: DisclosureProps) => (
  <details {...props} className={cx(styles.details, plain && styles.plain, className)}>
    <summary className={styles.summary}>
      <span className={styles.heading}>{summary}</span>
      {aside ? <span className={styles.aside}>{aside}</span> : null}
      <Plus aria-hidden="true" />
    </summary>
    <div className={styles.body}>{children}</div>
  </details>
)
