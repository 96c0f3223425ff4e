/** A modal dialog: centered on wide screens, a full-screen sheet on phones. Load it lazily; it adds 22 kB gzipped. */
import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type ReactNode, type RefObject, useRef } from 'react'

import { cx } from './cx.ts'
import { IconButton } from './icon-button.tsx'
import { InDialog } from './in-dialog.ts'
import { useRegisterDialog } from './open-dialogs.ts'

import styles from './dialog.module.css'

/** Restores the focus after a dialog whose opener was removed: to the page's heading. */

const getPageHeading = (): HTMLElement | null => {
  const heading = document.querySelector<HTMLElement>('h1')
  heading?.setAttribute('tabindex', '-1')
  return heading
}

/** Focuses the heading when the opener is removed after it got the focus back. Stops once the focus moves elsewhere. */
const focusHeadingIfRemoved = (opener: Element): void => {
  const stop = () => {
    observer.disconnect()
    document.removeEventListener('focusin', check)
  }
  const check = () => {
    if (document.activeElement !== opener && document.activeElement !== document.body) return stop()
    if (opener.isConnected) return
    stop()
    getPageHeading()?.focus({ preventScroll: true })
  }
  const observer = new MutationObserver(check)
  observer.observe(document.body, { childList: true, subtree: true })
  document.addEventListener('focusin', check)
}

export type DialogProps = {
  open: boolean
  /** Called on Escape, the close button, or a press outside. Without it, only the dialog's own buttons close it. */
  onClose?: () => void
  /** Called when the closing animation has ended, to discard what the dialog showed. */
  onClosed?: () => void
  title: ReactNode
  /** Content above the title, such as the progress of a wizard. */
  above?: ReactNode
  /** One sentence under the title, read aloud when the dialog opens. */
  description?: ReactNode
  /** At most 420, 560, 760 or 1040 pixels wide, or as wide as the window. */
  size?: 'sm' | 'md' | 'lg' | 'xl' | 'full'
  /** Actions, the main one last. They stay visible while the body scrolls. */
  footer?: ReactNode
  /** The element to focus first, or the dialog itself; the first control by default. */
  initialFocus?: RefObject<HTMLElement | null> | 'dialog'
  /** Returns the element to focus after it closed; the opener by default. */
  finalFocus?: () => HTMLElement | undefined
  /** Whether a press outside does not close it, for forms that would lose input. */
  persistent?: boolean
  /** A container to show a non-modal dialog in. The focus and the rest of the page stay as they are. */
  container?: HTMLElement
  children?: ReactNode
}

const FOCUSABLE = 'input:not([type="hidden"], [type="radio"]:not(:checked)), select, textarea, button, a[href]'

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
  finalFocus,
  persistent,
  container,
  children,
}: DialogProps) => {
  const content = useRef<HTMLDivElement>(null)
  const popup = useRef<HTMLDivElement>(null)
  const opener = useRef<Element>(null)
  useRegisterDialog(open && !container)
  return (
    <Base.Root
      open={open}
      modal={!container}
      disablePointerDismissal={persistent || !onClose}
      onOpenChange={(next, { event }) => {
        // What is in it may use Escape for itself.
        if (!next && !event.defaultPrevented) onClose?.()
      }}
      onOpenChangeComplete={next => {
        if (!next) onClosed?.()
      }}
    >
      <Base.Portal container={container}>
        {/* A nested dialog dims its parent as well. */}
        <Base.Backdrop forceRender className={styles.backdrop} />
        <Base.Viewport className={styles.viewport}>
          <Base.Popup
            ref={popup}
            className={cx(styles.popup, styles[size])}
            // Focus the first control after the close button; on touch the dialog itself, so that no keyboard opens.
            initialFocus={
              !container &&
              (by => {
                const activeElement = document.activeElement
                // From a nested dialog, the focus returns to the parent dialog.
                opener.current = activeElement?.closest('[role="dialog"]') ? null : activeElement
                if (initialFocus === 'dialog') return popup.current
                if (initialFocus) return initialFocus.current
                return by === 'touch' || (content.current?.querySelector<HTMLElement>(FOCUSABLE) ?? true)
              })
            }
            finalFocus={
              !container &&
              (() => {
                const activeElement = document.activeElement
                // When the user has already focused something else, keep it.
                if (popup.current && activeElement !== document.body && !popup.current.contains(activeElement))
                  return false
                const chosen = finalFocus?.()
                if (chosen) return chosen
                const { current: trigger } = opener
                if (trigger?.isConnected === false) return getPageHeading()
                if (trigger) focusHeadingIfRemoved(trigger)
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
