import { useCallback, useState, useSyncExternalStore } from 'react'

const isPopoverOpen = (id: string) => document.getElementById(id)?.matches(':popover-open') ?? false
const getServerSnapshot = () => false

/** Whether a popover was ever opened, even before our code had loaded. */
export const useWasOpened = (id: string): boolean => {
  const subscribe = useCallback(
    (notify: () => void) => {
      const popover = document.getElementById(id)
      popover?.addEventListener('toggle', notify)
      return () => popover?.removeEventListener('toggle', notify)
    },
    [id],
  )
  const isOpen = useSyncExternalStore(subscribe, () => isPopoverOpen(id), getServerSnapshot)
  const [wasOpened, setWasOpened] = useState(isOpen)
  if (isOpen && !wasOpened) setWasOpened(true)
  return wasOpened
}
