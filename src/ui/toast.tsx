/** Short news at the foot of the screen that goes away by itself, with room for one way back such as Undo. */
import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { createContext, use, useCallback, useEffect, useRef, useState, type ReactNode } from 'react'

import { cx } from './cx.ts'
import { IconButton } from './icon-button.tsx'

import styles from './toast.module.css'

export type ToastOptions = {
  kind?: 'info' | 'success' | 'danger'
  /** 3000 for a flash, 5000 for what asks to be read; it waits while the pointer or the focus rests on it. */
  ms?: 3000 | 5000
  action?: { label: string; onClick: () => void }
}

type News = ToastOptions & { id: number; text: ReactNode }

/** Newest three at most. */
const most = 3

const ToastContext = createContext<(text: ReactNode, options?: ToastOptions) => void>(() => undefined)

/** `toast('License Updated!')`, `toast('Clip removed', { action: { label: 'Undo', onClick } })`. */
export const useToast = () => use(ToastContext)

export const ToastProvider = ({ children }: { children: ReactNode }) => {
  const [news, setNews] = useState<News[]>([])
  const next = useRef(1)
  const show = useCallback((text: ReactNode, options: ToastOptions = {}) => {
    const id = next.current++
    setNews(before => [...before, { ...options, id, text }].slice(-most))
  }, [])
  const drop = useCallback((id: number) => setNews(before => before.filter(one => one.id !== id)), [])
  return (
    <ToastContext value={show}>
      {children}
      <section className={styles.region} aria-label="Notices" aria-live="polite">
        {news.map(one => (
          <Toast key={one.id} news={one} onDone={drop} />
        ))}
      </section>
    </ToastContext>
  )
}

const Toast = ({ news, onDone }: { news: News; onDone: (id: number) => void }) => {
  const { id, text, kind = 'info', action } = news
  const ms = news.ms ?? (action || kind === 'danger' ? 5000 : 3000)
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (held) return undefined
    const timer = setTimeout(() => onDone(id), ms)
    return () => clearTimeout(timer)
  }, [held, id, ms, onDone])
  const hold = () => setHeld(true)
  const release = () => setHeld(false)
  return (
    <div
      className={cx(styles.toast, styles[kind])}
      role={kind === 'danger' ? 'alert' : 'status'}
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocus={hold}
      onBlur={release}
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
