/** A modal window: centered on wide screens, a full-screen sheet on phones. Load it lazily; it brings 22 kB gzipped. */
import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { useRef, type ReactNode, type RefObject } from 'react'

import { cx } from './cx.ts'
import { IconButton } from './icon-button.tsx'
import { InDialog } from './in-dialog.ts'
import { useCountedDialog } from './open-dialogs.ts'
import { followFocus, pageHeading } from './place-after.ts'

import styles from './dialog.module.css'

export type DialogProps = {
  open: boolean
  /** Escape, the close button, or a press outside. Without it nothing but its own buttons ends the dialog. */
  onClose?: () => void
  /** Called when the closing motion has ended, the time to drop what it showed. */
  onClosed?: () => void
  title: ReactNode
  /** Stands over the title: how far somebody is. */
  above?: ReactNode
  /** One sentence under the title, read aloud when the dialog opens. */
  description?: ReactNode
  /** Up to 420, 560, 760 or 1040 pixels wide. */
  size?: 'sm' | 'md' | 'lg' | 'xl'
  /** Actions; the main one comes last. They stay in sight while the body scrolls. */
  footer?: ReactNode
  /** Where the focus goes first; otherwise the first control. */
  initialFocus?: RefObject<HTMLElement | null>
  /** A press outside does not close it: for forms that would lose work. */
  keep?: boolean
  /** Only to be looked at, in this part of a page or of a frame: the focus and the rest of the page stay as they are. */
  within?: HTMLElement
  children?: ReactNode
}

const focusable = 'input:not([type="hidden"], [type="radio"]:not(:checked)), select, textarea, button, a[href]'

export const Dialog = ({
  open,
  onClose,
  onClosed,
  title,
  above,
  description,
  size = 'md',
  footer,
  initialFocus,
  keep,
  within,
  children,
}: DialogProps) => {
  const content = useRef<HTMLDivElement>(null)
  const popup = useRef<HTMLDivElement>(null)
  const opener = useRef<Element>(null)
  useCountedDialog(open && !within)
  return (
    <Base.Root
      open={open}
      modal={!within}
      disablePointerDismissal={keep || !onClose}
      onOpenChange={next => {
        if (!next) onClose?.()
      }}
      onOpenChangeComplete={next => {
        if (!next) onClosed?.()
      }}
    >
      <Base.Portal container={within}>
        {/* A dialog over another dims that one as well. */}
        <Base.Backdrop forceRender className={styles.backdrop} />
        <Base.Viewport className={styles.viewport}>
          <Base.Popup
            ref={popup}
            className={cx(styles.popup, styles[size])}
            // Past the close button to the first thing to do; on touch to the window itself, so that no keyboard jumps up.
            initialFocus={
              !within &&
              (by => {
                const now = document.activeElement
                // Over another dialog it goes back to that one, whatever became of what was pressed there.
                opener.current = now?.closest('[role="dialog"]') ? null : now
                if (initialFocus) return initialFocus.current
                return by === 'touch' || (content.current?.querySelector<HTMLElement>(focusable) ?? true)
              })
            }
            finalFocus={
              !within &&
              (() => {
                const now = document.activeElement
                // Whoever has gone on elsewhere stays there.
                if (popup.current && now !== document.body && !popup.current.contains(now)) return false
                const { current: pressed } = opener
                if (pressed?.isConnected === false) return pageHeading()
                if (pressed) followFocus(pressed)
                return true
              })
            }
          >
            <header className={styles.header}>
              {above ? <div className={styles.above}>{above}</div> : null}
              <Base.Title className={styles.title}>{title}</Base.Title>
              {onClose ? <Base.Close render={<IconButton icon={X} label="Close" />} /> : null}
              {description ? <Base.Description className={styles.description}>{description}</Base.Description> : null}
            </header>
            <InDialog value={true}>
              <div ref={content} className={styles.content}>
                {children ? <div className={styles.body}>{children}</div> : null}
                {footer ? <footer className={styles.footer}>{footer}</footer> : null}
              </div>
            </InDialog>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}
