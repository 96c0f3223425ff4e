/** Opens the search over every room: by its button, or by Ctrl or Command and K wherever somebody is. */
import { Search } from 'lucide-react'
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react'

import { isApple } from '#ui/key-name.ts'
import { LoadingScreen } from '#ui/spinner.tsx'

import type { RoomGroup } from '../rooms.ts'

import css from './find.module.css'

const load = () => import('./find-dialog.tsx')
const FindDialog = lazy(() => load().then(part => ({ default: part.FindDialog })))

const never = () => () => undefined

export const Find = ({ rooms }: { rooms: readonly RoomGroup[] }) => {
  const [isOpen, setOpen] = useState<boolean>()
  const isMac = useSyncExternalStore(never, isApple, () => false)
  useEffect(() => {
    // What is typed right after the keys finds its field.
    load().catch(() => undefined)
  }, [])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      setOpen(true)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
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
          <FindDialog open={isOpen} onClose={() => setOpen(false)} rooms={rooms} />
        </Suspense>
      )}
    </>
  )
}
