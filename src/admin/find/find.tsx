/** Opens the search over every list: by its button, or by Ctrl or Command and K wherever somebody is. What is typed right after the keys finds its field. */
import { Search } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState, useSyncExternalStore, type FocusEvent } from 'react'

import { isApple } from '#ui/key-name.ts'
import { LoadingScreen } from '#ui/spinner.tsx'

import type { RoomGroup } from '../rooms.ts'

import css from './find.module.css'

const load = () => import('./find-dialog.tsx')
const FindDialog = lazy(() => load().then(part => ({ default: part.FindDialog })))

const never = () => () => undefined

export const Find = ({ rooms }: { rooms: readonly RoomGroup[] }) => {
  const [isOpen, setOpen] = useState<boolean>()
  const [text, setText] = useState('')
  const isMac = useSyncExternalStore(never, isApple, () => false)
  /** The keys have opened it, and its field has not had the focus since. */
  const isComing = useRef(false)
  useEffect(() => {
    load().catch(() => undefined)
  }, [])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey } = event
      const isFind = key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey && !shiftKey
      if (isFind) {
        isComing.current = true
        setOpen(true)
      } else if (!isComing.current || ctrlKey || metaKey || altKey) return
      else if (key === 'Backspace') setText(typed => typed.slice(0, -1))
      else if (key.length === 1) setText(typed => typed + key)
      else return
      event.preventDefault()
      event.stopPropagation()
    }
    // Before anything else that has the focus until the field is there.
    document.addEventListener('keydown', onKey, true)
    return () => document.removeEventListener('keydown', onKey, true)
  }, [])
  const onFocus = ({ currentTarget }: FocusEvent<HTMLInputElement>) => {
    if (isComing.current) currentTarget.setSelectionRange(currentTarget.value.length, currentTarget.value.length)
    isComing.current = false
  }
  const close = () => {
    isComing.current = false
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
          <FindDialog open={isOpen} onClose={close} rooms={rooms} text={text} onText={setText} onFocus={onFocus} />
        </Suspense>
      )}
    </>
  )
}
