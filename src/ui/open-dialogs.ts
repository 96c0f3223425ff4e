/** The number of open dialogs, so that unrequested dialogs can wait until there is none. */
import { useEffect, useSyncExternalStore } from 'react'

let openCount = 0
const listeners = new Set<() => void>()

const changeCount = (by: 1 | -1) => {
  openCount += by
  for (const notify of listeners) notify()
}

/** Counts a dialog, or anything else that covers the page, while it is open. */
export const useRegisterDialog = (isOpen: boolean): void => {
  useEffect(() => {
    if (!isOpen) return
    changeCount(1)
    return () => changeCount(-1)
  }, [isOpen])
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useOpenDialogCount = (): number =>
  useSyncExternalStore(
    subscribe,
    () => openCount,
    () => 0,
  )
