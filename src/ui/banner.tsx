/** A message that stays on the page while it applies. */
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import type { ReactNode } from 'react'

import { cx } from './cx.ts'
import { IconButton } from './icon-button.tsx'

import styles from './banner.module.css'

const icons = { info: Info, danger: CircleAlert, success: CircleCheck }

type BannerProps = {
  kind?: keyof typeof icons
  title?: ReactNode
  children?: ReactNode
  /** A small button or link. */
  action?: ReactNode
  onDismiss?: () => void
  className?: string
}

export const Banner = ({ kind = 'info', title, children, action, onDismiss, className }: BannerProps) => {
  const Icon = icons[kind]
  return (
    <div className={cx(styles.banner, styles[kind], className)} role={kind === 'danger' ? 'alert' : 'status'}>
      <Icon aria-hidden="true" />
      <div className={styles.text}>
        {title ? <p className={styles.title}>{title}</p> : null}
        {children ? <div>{children}</div> : null}
      </div>
      {action ? <div className={styles.action}>{action}</div> : null}
      {onDismiss ? <IconButton icon={X} label="Dismiss" size="sm" onClick={onDismiss} /> : null}
    </div>
  )
}
