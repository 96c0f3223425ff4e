/** Chips: toggles, links, and removable chips for selected values. */
import { X, type LucideIcon } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router'

import { cx } from './cx.ts'

import styles from './chip.module.css'

type ChipFaceProps = { icon?: LucideIcon; count?: number }

const countFormat = new Intl.NumberFormat('en-US')

const ChipContent = ({ icon: Icon, count, children }: ChipFaceProps & { children: ReactNode }) => (
  <>
    {Icon ? <Icon aria-hidden="true" /> : null}
    <span className={styles.text}>{children}</span>
    {count === undefined ? null : <span className={styles.count}>{countFormat.format(count)}</span>}
  </>
)

export const Chip = ({
  pressed,
  icon,
  count,
  className,
  children,
  ...props
}: ComponentProps<'button'> & ChipFaceProps & { pressed: boolean }) => (
  <button type="button" {...props} aria-pressed={pressed} className={cx(styles.chip, pressed && styles.on, className)}>
    <ChipContent icon={icon} count={count}>
      {children}
    </ChipContent>
  </button>
)

/** A chip that changes the URL. */
export const ChipLink = ({
  active,
  icon,
  count,
  className,
  children,
  ...props
}: ComponentProps<typeof Link> & ChipFaceProps & { active?: boolean }) => (
  <Link
    {...props}
    aria-current={active ? 'true' : undefined}
    className={cx(styles.chip, active && styles.on, className)}
  >
    <ChipContent icon={icon} count={count}>
      {children}
    </ChipContent>
  </Link>
)

type RemovableChipProps = {
  children: ReactNode
  /** The label of the remove action, such as "Remove filter Night". */
  removeLabel: string
  className?: string
} & ({ to: ComponentProps<typeof Link>['to']; onRemove?: never } | { onRemove: () => void; to?: never })

export const RemovableChip = ({ children, removeLabel, className, to, onRemove }: RemovableChipProps) => {
  const classNames = cx(styles.chip, styles.chosen, className)
  const content = (
    <>
      <span className={styles.text}>{children}</span>
      <span className="visually-hidden">: {removeLabel}</span>
      <X aria-hidden="true" className={styles.x} />
    </>
  )
  return to === undefined ? (
    <button type="button" className={classNames} onClick={onRemove}>
      {content}
    </button>
  ) : (
    <Link to={to} className={classNames} preventScrollReset>
      {content}
    </Link>
  )
}
