/**
 * A menu of commands behind one button. Load it lazily; it adds 57 kB gzipped. For plain links a popover is lighter.
 */
import { Menu as Base } from '@base-ui/react/menu'
import type { LucideIcon } from 'lucide-react'
import type { ComponentProps, ReactElement, ReactNode } from 'react'
import { Link } from 'react-router'

import { cx } from './cx.ts'

import styles from './menu.module.css'
import popup from './popup.module.css'

type MenuProps = {
  /** A button element, which gets the event handlers. */
  trigger: ReactElement
  align?: 'start' | 'center' | 'end'
  open?: boolean
  onOpenChange?: (open: boolean) => void
  children: ReactNode
}

export const Menu = ({ trigger, align = 'end', open, onOpenChange, children }: MenuProps) => (
  <Base.Root open={open} onOpenChange={onOpenChange} modal={false}>
    <Base.Trigger render={trigger} />
    <Base.Portal>
      <Base.Positioner className={popup.positioner} align={align} sideOffset={6} collisionPadding={8}>
        <Base.Popup className={cx(popup.popup, styles.menu)}>{children}</Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  </Base.Root>
)

type MenuItemProps = {
  icon?: LucideIcon
  danger?: boolean
  disabled?: boolean
  onSelect: () => void
  children: ReactNode
}

export const MenuItem = ({ icon: Icon, danger, disabled, onSelect, children }: MenuItemProps) => (
  <Base.Item className={cx(popup.item, danger && styles.danger)} disabled={disabled} onClick={onSelect}>
    {Icon ? <Icon aria-hidden="true" /> : null}
    {children}
  </Base.Item>
)

type MenuLinkProps = { to: ComponentProps<typeof Link>['to']; icon?: LucideIcon; children: ReactNode }

export const MenuLink = ({ to, icon: Icon, children }: MenuLinkProps) => (
  <Base.LinkItem className={popup.item} closeOnClick render={<Link to={to} />}>
    {Icon ? <Icon aria-hidden="true" /> : null}
    {children}
  </Base.LinkItem>
)

/** A labeled group of menu items. */
export const MenuGroup = ({ label, children }: { label: ReactNode; children: ReactNode }) => (
  <Base.Group>
    <Base.GroupLabel className={styles.label}>{label}</Base.GroupLabel>
    {children}
  </Base.Group>
)

export const MenuSeparator = () => <Base.Separator className={styles.line} />
