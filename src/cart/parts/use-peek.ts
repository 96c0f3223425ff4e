import { useEffect, useRef, useState, type FocusEvent, type KeyboardEvent, type PointerEvent } from 'react'

import { useOpenDialogCount } from '#ui/open-dialogs.ts'

/** The panel opens by itself after the number of clips changed, and closes again without interaction. */
const OPEN_DELAY_MS = 500
const AUTO_CLOSE_MS = 4_000
/** Time to move the pointer across the gap. */
const LEAVE_DELAY_MS = 160

/**
 * Returns when a panel is open: on hover, with keyboard focus, and for a while after `count` changed, but never together with
 * another one.
 */
export const usePeek = (count: number | undefined) => {
  const isCovered = useOpenDialogCount() > 0
  const [isOpen, setOpen] = useState(false)
  const [wasCovered, setWasCovered] = useState(isCovered)
  if (isCovered !== wasCovered) {
    setWasCovered(isCovered)
    setOpen(false)
  }
  const timer = useRef<number>(undefined)
  const lastCount = useRef(count)
  const setOpenAfter = (open: boolean, ms: number) => {
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(() => setOpen(open), ms)
  }
  const setOpenNow = (open: boolean) => {
    window.clearTimeout(timer.current)
    setOpen(open)
  }

  useEffect(() => {
    const previous = lastCount.current
    lastCount.current = count
    if (previous === undefined || count === undefined || count === previous) return
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(() => {
      setOpen(true)
      timer.current = window.setTimeout(() => setOpen(false), AUTO_CLOSE_MS)
    }, OPEN_DELAY_MS)
  }, [count])
  useEffect(() => () => window.clearTimeout(timer.current), [])

  return {
    isOpen: isOpen && !isCovered,
    close: () => setOpenNow(false),
    onPointerEnter: ({ pointerType }: PointerEvent) => {
      if (pointerType === 'mouse') setOpenNow(true)
    },
    onPointerLeave: ({ pointerType }: PointerEvent) => {
      if (pointerType === 'mouse') setOpenAfter(false, LEAVE_DELAY_MS)
    },
    onFocus: ({ target }: FocusEvent) => {
      if (target.matches(':focus-visible')) setOpenNow(true)
    },
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (!currentTarget.contains(relatedTarget)) setOpenNow(false)
    },
    onKeyDown: ({ key }: KeyboardEvent) => {
      if (key === 'Escape') setOpenNow(false)
    },
  }
}
