/**
 * Short notifications at the bottom of the screen that disappear by themselves, with room for one action such as Undo.
 */
import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { createContext, use, useCallback, useEffect, useRef, useState, type ReactNode } from 'react'

import { cx } from './cx.ts'
import { IconButton } from './icon-button.tsx'

import styles from './toast.module.css'

export type ToastOptions = {
  kind?: 'info' | 'success' | 'danger'
  /** 3000 for a brief note, 5000 for text to read. The timer pauses while the toast is hovered or focused. */
  ms?: 3000 | 5000
  action?: { label: string; onClick: () => void }
}

type ToastItem = ToastOptions & { id: number; text: ReactNode }

/** The maximum number of toasts; the newest ones stay. */
const MAX_TOASTS = 3

const ToastContext = createContext<(text: ReactNode, options?: ToastOptions) => void>(() => undefined)

/** Example: `toast('Clip removed', { action: { label: 'Undo', onClick } })`. */
export const useToast = () => use(ToastContext)

export const ToastProvider = ({ children }: { children: ReactNode }) => {
  const [toasts, setToasts] = useState<ToastItem[]>([])
  const next = useRef(1)
  const show = useCallback((text: ReactNode, options: ToastOptions = {}) => {
    const id = next.current++
    setToasts(previous => [...previous, { ...options, id, text }].slice(-MAX_TOASTS))
  }, [])
  const removeToast = useCallback((id: number) => setToasts(previous => previous.filter(toast => toast.id !== id)), [])
  return (
    <ToastContext value={show}>
      {children}
      <section className={styles.region} aria-label="Notices" aria-live="polite">
        {toasts.map(toast => (
          <Toast key={toast.id} toast={toast} onDone={removeToast} />
        ))}
      </section>
    </ToastContext>
  )
}

const Toast = ({ toast, onDone }: { toast: ToastItem; onDone: (id: number) => void }) => {
  const { id, text, kind = 'info', action } = toast
  const ms = toast.ms ?? (action || kind === 'danger' ? 5000 : 3000)
  const [isPaused, setIsPaused] = useState(false)
  useEffect(() => {
    if (isPaused) return undefined
    const timer = setTimeout(() => onDone(id), ms)
    return () => clearTimeout(timer)
  }, [isPaused, id, ms, onDone])
  const pause = () => setIsPaused(true)
  const resume = () => setIsPaused(false)
  return (
    <div
      className={cx(styles.toast, styles[kind])}
      role={kind === 'danger' ? 'alert' : 'status'}
      onPointerEnter={pause}
      onPointerLeave={resume}
      onFocus={pause}
      onBlur={resume}
    >
      {kind === 'danger' ? <CircleAlert aria-hidden="true" /> : null}
      {kind === 'success' ? <CircleCheck aria-hidden="true" /> : null}
      <div className={styles.text}>{text}</div>
      {action ? (
        <button
          type="button"
          className={styles.action}
          onClick={() => {
            action.onClick()
            onDone(id)
          }}
        >
          {action.label}
        </button>
      ) : null}
      <IconButton icon={X} label="Dismiss" size="sm" onClick={() => onDone(id)} />
    </div>
  )
}
