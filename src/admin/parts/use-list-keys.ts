/** "/" goes to the search, the arrows through the list: from the search, or from nowhere, into it, and back up. */
import { useEffect, type RefObject } from 'react'

import { isTyping } from '#ui/is-typing.ts'

type Room = { field: RefObject<HTMLInputElement | null>; list: RefObject<HTMLElement | null> }

export const useListKeys = ({ field, list }: Room): void => {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, target, altKey, ctrlKey, metaKey } = event
      if (altKey || ctrlKey || metaKey || event.defaultPrevented) return
      if (key === '/' && !isTyping(target)) {
        event.preventDefault()
        field.current?.select()
        return
      }
      const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
      const rows = [...(list.current?.querySelectorAll<HTMLElement>('a') ?? [])]
      // Whoever is nowhere yet begins with the first; in what is open the arrows scroll.
      const isNowhere = target === document.body && !rows.some(row => row.hasAttribute('aria-current'))
      const isInside = target === field.current || list.current?.contains(target as Node)
      if (step === 0 || !(isInside || (isNowhere && step === 1))) return
      const at = rows.findIndex(row => row === target)
      event.preventDefault()
      if (at + step < 0) field.current?.select()
      else rows[at + step]?.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [field, list])
}
