/**
 * The button and shortcut (Ctrl or Command and K) that open the search. Text typed before it has loaded goes into its
 * field.
 */
import { Search } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState, useSyncExternalStore, type FocusEvent } from 'react'

import { isApple } from '#ui/key-name.ts'
import { LoadingScreen } from '#ui/spinner.tsx'

import type { AdminPageGroup } from '../admin-pages.ts'

import css from './find-button.module.css'

const load = () => import('./find-dialog.tsx')
const FindDialog = lazy(() => load().then(part => ({ default: part.FindDialog })))

const subscribeNever = () => () => undefined

export const FindButton = ({ pageGroups }: { pageGroups: readonly AdminPageGroup[] }) => {
  const [isOpen, setOpen] = useState<boolean>()
  const [text, setText] = useState('')
  const isMac = useSyncExternalStore(subscribeNever, isApple, () => false)
  /** True from the shortcut until the field has the focus. */
  const isOpening = useRef(false)
  useEffect(() => {
    load().catch(() => undefined)
  }, [])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey } = event
      const isFind = key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey && !shiftKey
      if (isFind) {
        isOpening.current = true
        setOpen(true)
      } else if (!isOpening.current || ctrlKey || metaKey || altKey) return
      else if (key === 'Backspace') setText(typed => typed.slice(0, -1))
      else if (key.length === 1) setText(typed => typed + key)
      else return
      event.preventDefault()
      event.stopPropagation()
    }
    // Capture, so that no other element handles the keys until the field has the focus.
    document.addEventListener('keydown', onKey, true)
    return () => document.removeEventListener('keydown', onKey, true)
  }, [])
  const onFocus = ({ currentTarget }: FocusEvent<HTMLInputElement>) => {
    if (isOpening.current) currentTarget.setSelectionRange(currentTarget.value.length, currentTarget.value.length)
    isOpening.current = false
  }
  const close = () => {
    isOpening.current = false
    setOpen(false)
  }
  return (
    <>
      <button type="button" className={css.find} aria-keyshortcuts="Control+K Meta+K" onClick={() => setOpen(true)}>
        <Search aria-hidden />
        <span className="visually-hidden">Find</span>
        <span aria-hidden className={css.wide}>
          Find <kbd>{isMac ? '⌘ K' : 'Ctrl K'}</kbd>
        </span>
      </button>
      {isOpen !== undefined && (
        <Suspense fallback={<LoadingScreen />}>
          <FindDialog
            open={isOpen}
            onClose={close}
            pageGroups={pageGroups}
            text={text}
            onText={setText}
            onFocus={onFocus}
          />
        </Suspense>
      )}
    </>
  )
}
