import { useCallback, useState, useSyncExternalStore } from 'react'

const isOpenNow = (id: string) => document.getElementById(id)?.matches(':popover-open') ?? false
const nobody = () => false

/** Whether a popover was ever opened: also before our code had arrived, when only the browser heard of it. */
export const useWanted = (id: string): boolean => {
  const watch = useCallback(
    (tell: () => void) => {
      const popover = document.getElementById(id)
      popover?.addEventListener('toggle', tell)
      return () => popover?.removeEventListener('toggle', tell)
    },
    [id],
  )
  const isOpen = useSyncExternalStore(watch, () => isOpenNow(id), nobody)
  const [isWanted, setWanted] = useState(isOpen)
  if (isOpen && !isWanted) setWanted(true)
  return isWanted
}
