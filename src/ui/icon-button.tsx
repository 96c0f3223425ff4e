/** A square button with an icon and an accessible name. */
import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'

import { cx } from './cx.ts'

import styles from './icon-button.module.css'

export type IconButtonProps = Omit<ComponentProps<'button'>, 'children' | 'aria-label'> & {
  icon: LucideIcon
  /** The accessible name, also shown as the browser's tooltip. */
  label: string
  size?: 'sm' | 'md' | 'lg'
  kind?: 'quiet' | 'solid' | 'danger' | 'on-picture'
  /** A small number on the corner; zero is hidden. */
  count?: number
}

export const IconButton = ({
  icon: Icon,
  label,
  size = 'md',
  kind = 'quiet',
  count,
  className,
  ...props
}: IconButtonProps) => (
  <button
    type="button"
    title={label}
    {...props}
    aria-label={count ? `${label}, ${count}` : label}
    className={cx(styles.button, styles[size], styles[kind], className)}
  >
    <Icon aria-hidden="true" />
    {count ? (
      <span className={styles.count} aria-hidden="true">
        {count > 99 ? '99+' : count}
      </span>
    ) : null}
  </button>
)
