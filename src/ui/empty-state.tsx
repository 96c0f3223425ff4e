/** The placeholder of an empty list: a picture, an explanation and the next step. */
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

import { cx } from './cx.ts'

import styles from './empty-state.module.css'

type EmptyStateProps = {
  title: ReactNode
  children?: ReactNode
  /** A picture or drawing; an empty frame with the icon by default. */
  picture?: ReactNode
  icon?: LucideIcon
  /** The next step: a button or link, or two. */
  action?: ReactNode
  className?: string
}

export const EmptyState = ({ title, children, picture, icon: Icon, action, className }: EmptyStateProps) => (
  <div className={cx(styles.empty, className)}>
    {picture ?? <div className={styles.frame}>{Icon ? <Icon aria-hidden="true" strokeWidth={1.25} /> : null}</div>}
    <h2 className={styles.title}>{title}</h2>
    {children ? <div className={styles.text}>{children}</div> : null}
    {action ? <div className={styles.action}>{action}</div> : null}
  </div>
)
