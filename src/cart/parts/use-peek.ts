import { useEffect, useRef, useState, type FocusEvent, type KeyboardEvent, type PointerEvent } from 'react'

/** After another clip came or went it opens by itself, and goes again if nobody touches it. */
const opens_after_ms = 500
const stays_ms = 4_000
/** Time to move the pointer across the gap. */
const leaves_after_ms = 160

/** When a panel beside its trigger is open: under a pointer, with the keyboard's focus, and for a while after `count` changed. */
export const usePeek = (count: number | undefined) => {
  const [isOpen, setOpen] = useState(false)
  const timer = useRef<number>(undefined)
  const known = useRef(count)
  const later = (open: boolean, ms: number) => {
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(() => setOpen(open), ms)
  }
  const now = (open: boolean) => {
    window.clearTimeout(timer.current)
    setOpen(open)
  }

  useEffect(() => {
    const before = known.current
    known.current = count
    if (before === undefined || count === undefined || count === before) return
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(() => {
      setOpen(true)
      timer.current = window.setTimeout(() => setOpen(false), stays_ms)
    }, opens_after_ms)
  }, [count])
  useEffect(() => () => window.clearTimeout(timer.current), [])

  return {
    isOpen,
    close: () => now(false),
    onPointerEnter: ({ pointerType }: PointerEvent) => {
      if (pointerType === 'mouse') now(true)
    },
    onPointerLeave: ({ pointerType }: PointerEvent) => {
      if (pointerType === 'mouse') later(false, leaves_after_ms)
    },
    onFocus: ({ target }: FocusEvent) => {
      if (target.matches(':focus-visible')) now(true)
    },
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (!currentTarget.contains(relatedTarget)) now(false)
    },
    onKeyDown: ({ key }: KeyboardEvent) => {
      if (key === 'Escape') now(false)
    },
  }
}
