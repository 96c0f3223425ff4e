/**
 * Content in a small popup next to its trigger. Load it lazily; it adds 38 kB gzipped, shared with menu and combobox.
 */
import { Popover as Base } from '@base-ui/react/popover'
import { use, type CSSProperties, type ReactElement, type ReactNode } from 'react'

import { cx } from './cx.ts'
import { InDialog } from './in-dialog.ts'

import styles from './popover.module.css'
import popup from './popup.module.css'

type PopoverProps = {
  /** A button element, which gets the event handlers. */
  trigger?: ReactElement
  /** The position without a trigger, for one popover with many buttons. */
  anchor?: Element | { getBoundingClientRect: () => DOMRect }
  title?: ReactNode
  children: ReactNode
  side?: 'top' | 'bottom' | 'left' | 'right'
  align?: 'start' | 'center' | 'end'
  /** In pixels; as wide as its content by default. */
  width?: number
  /** Without padding, for lists that reach the edges. */
  bare?: boolean
  open?: boolean
  onOpenChange?: (open: boolean) => void
  /** Also opens when the pointer hovers over the trigger. */
  openOnHover?: boolean
  /** Does not move the focus, for popovers that open by themselves. */
  quiet?: boolean
}

export const Popover = ({
  trigger,
  anchor,
  title,
  children,
  side = 'bottom',
  align = 'center',
  width,
  bare,
  open,
  onOpenChange,
  openOnHover,
  quiet,
}: PopoverProps) => {
  const inDialog = use(InDialog)
  const style: CSSProperties | undefined = width ? { width } : undefined
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      {trigger ? <Base.Trigger render={trigger} openOnHover={openOnHover} delay={120} closeDelay={160} /> : null}
      <Base.Portal>
        <Base.Positioner
          className={popup.positioner}
          anchor={anchor}
          side={side}
          align={align}
          sideOffset={8}
          collisionPadding={8}
        >
          <Base.Popup
            className={cx(popup.popup, inDialog && popup['in-dialog'], !bare && styles.padded)}
            style={style}
            initialFocus={quiet ? false : undefined}
            finalFocus={quiet ? false : undefined}
          >
            {title ? <Base.Title className={cx(styles.title, bare && styles.inset)}>{title}</Base.Title> : null}
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
