/** Small choices in a row: chips that are on or off, and chips for what is chosen, which go away again. */
import { X, type LucideIcon } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router'

import { cx } from './cx.ts'

import styles from './chip.module.css'

type Face = { icon?: LucideIcon; count?: number }

const counts = new Intl.NumberFormat('en-US')

const Inside = ({ icon: Icon, count, children }: Face & { children: ReactNode }) => (
  <>
    {Icon ? <Icon aria-hidden="true" /> : null}
    <span className={styles.text}>{children}</span>
    {count === undefined ? null : <span className={styles.count}>{counts.format(count)}</span>}
  </>
)

export const Chip = ({
  pressed,
  icon,
  count,
  className,
  children,
  ...props
}: ComponentProps<'button'> & Face & { pressed: boolean }) => (
  <button type="button" {...props} aria-pressed={pressed} className={cx(styles.chip, pressed && styles.on, className)}>
    <Inside icon={icon} count={count}>
      {children}
    </Inside>
  </button>
)

/** A chip that changes the address. */
export const ChipLink = ({
  active,
  icon,
  count,
  className,
  children,
  ...props
}: ComponentProps<typeof Link> & Face & { active?: boolean }) => (
  <Link
    {...props}
    aria-current={active ? 'true' : undefined}
    className={cx(styles.chip, active && styles.on, className)}
  >
    <Inside icon={icon} count={count}>
      {children}
    </Inside>
  </Link>
)

type RemovableProps = {
  children: ReactNode
  /** What pressing it does, in words: "Remove filter Night". */
  removeLabel: string
  className?: string
} & ({ to: ComponentProps<typeof Link>['to']; onRemove?: never } | { onRemove: () => void; to?: never })

export const RemovableChip = ({ children, removeLabel, className, to, onRemove }: RemovableProps) => {
  const names = cx(styles.chip, styles.chosen, className)
  const inside = (
    <>
      <span className={styles.text}>{children}</span>
      <span className="visually-hidden">: {removeLabel}</span>
      <X aria-hidden="true" className={styles.x} />
    </>
  )
  return to === undefined ? (
    <button type="button" className={names} onClick={onRemove}>
      {inside}
    </button>
  ) : (
    <Link to={to} className={names} preventScrollReset>
      {inside}
    </Link>
  )
}
