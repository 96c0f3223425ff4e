/** How many dialogs are open: who comes uninvited waits until there is none. */
import { useEffect, useSyncExternalStore } from 'react'

let open = 0
const watchers = new Set<() => void>()

const change = (by: 1 | -1) => {
  open += by
  for (const tell of watchers) tell()
}

/** For whatever covers the page: counts while it does. */
export const useCountedDialog = (isOpen: boolean): void => {
  useEffect(() => {
    if (!isOpen) return
    change(1)
    return () => change(-1)
  }, [isOpen])
}

const watch = (tell: () => void) => {
  watchers.add(tell)
  return () => watchers.delete(tell)
}

export const useOpenDialogs = (): number =>
  useSyncExternalStore(
    watch,
    () => open,
    () => 0,
  )
