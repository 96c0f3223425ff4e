/** Keyboard shortcuts of a list: "/" focuses the search field, the arrow keys move between it and the rows. */
import { useEffect, type RefObject } from 'react'

import { isTyping } from '../is-typing.ts'

type ListKeyTargets = { field: RefObject<HTMLInputElement | null>; list: RefObject<HTMLElement | null> }

export const useListKeys = ({ field, list }: ListKeyTargets): void => {
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
      // With no row open and the focus nowhere, ArrowDown starts at the first row. With a row open, the arrow keys scroll.
      const isUnfocused = target === document.body && !rows.some(row => row.hasAttribute('aria-current'))
      const isInside = target === field.current || list.current?.contains(target as Node)
      if (step === 0 || !(isInside || (isUnfocused && step === 1))) return
      const index = rows.findIndex(row => row === target)
      event.preventDefault()
      if (index + step < 0) field.current?.select()
      else rows[index + step]?.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [field, list])
}
