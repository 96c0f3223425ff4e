/** Buttons and links that look like them. One `primary` to a screen. */
import type { ComponentProps, MouseEvent } from 'react'
import { Link } from 'react-router'

import { cx } from './cx.ts'

import styles from './button.module.css'

export type ButtonSize = 'sm' | 'md' | 'lg' | 'xl' | 'xxl'
export type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger'

type Look = {
  kind?: ButtonKind
  size?: ButtonSize
  /** Fills its row. */
  wide?: boolean
}

export type ButtonProps = ComponentProps<'button'> &
  Look & {
    /** What it is doing right now, such as "Saving…"; while set, clicks do nothing and the focus stays. */
    busy?: string | false | null
  }

const names = ({ kind = 'secondary', size = 'md', wide }: Look, className?: string) =>
  cx(styles.button, styles[kind], styles[size], wide && styles.wide, className)

const ignore = (event: MouseEvent) => {
  event.preventDefault()
  event.stopPropagation()
}

export const Button = ({ kind, size, wide, busy, className, children, onClick, ...props }: ButtonProps) => (
  <button
    type="button"
    {...props}
    className={names({ kind, size, wide }, className)}
    aria-disabled={busy ? true : props['aria-disabled']}
    aria-busy={busy ? true : undefined}
    onClick={busy ? ignore : onClick}
  >
    <span className={styles.label}>{children}</span>
    {busy ? <output className={styles.busy}>{busy}</output> : null}
  </button>
)

export const ButtonLink = ({ kind, size, wide, className, children, ...props }: ComponentProps<typeof Link> & Look) => (
  <Link {...props} className={names({ kind, size, wide }, className)}>
    <span className={styles.label}>{children}</span>
  </Link>
)
