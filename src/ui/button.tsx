/** Buttons, and links that look like buttons. Use at most one `primary` per screen. */
import type { ComponentProps, MouseEvent } from 'react'
import { Link } from 'react-router'

import { cx } from './cx.ts'

import styles from './button.module.css'

export type ButtonSize = 'sm' | 'md' | 'lg' | 'xl' | 'xxl'
export type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger'

type ButtonStyleProps = {
  kind?: ButtonKind
  size?: ButtonSize
  /** Fills the width of its container. */
  wide?: boolean
}

export type ButtonProps = ComponentProps<'button'> &
  ButtonStyleProps & {
    /** The current activity, such as "Saving…". While set, clicks do nothing and the focus stays. */
    busy?: string | false | null
  }

const classNames = ({ kind = 'secondary', size = 'md', wide }: ButtonStyleProps, className?: string) =>
  cx(styles.button, styles[kind], styles[size], wide && styles.wide, className)

const ignore = (event: MouseEvent) => {
  event.preventDefault()
  event.stopPropagation()
}

export const Button = ({ kind, size, wide, busy, className, children, onClick, ...props }: ButtonProps) => (
  <button
    type="button"
    {...props}
    className={classNames({ kind, size, wide }, className)}
    aria-disabled={busy ? true : props['aria-disabled']}
    aria-busy={busy ? true : undefined}
    onClick={busy ? ignore : onClick}
  >
    <span className={styles.label}>{children}</span>
    {busy ? <output className={styles.busy}>{busy}</output> : null}
  </button>
)

export const ButtonLink = ({
  kind,
  size,
  wide,
  className,
  children,
  ...props
}: ComponentProps<typeof Link> & ButtonStyleProps) => (
  <Link {...props} className={classNames({ kind, size, wide }, className)}>
    <span className={styles.label}>{children}</span>
  </Link>
)
