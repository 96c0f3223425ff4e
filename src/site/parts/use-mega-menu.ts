/** Which panel of the mega menu is open: under a resting pointer, or by its button. */
import { useEffect, useRef, useState, type FocusEvent, type KeyboardEvent, type PointerEvent } from 'react'
import { useLocation } from 'react-router'

import { fetchPanels, type PanelName } from './mega/panels.ts'

/** A pointer that only crosses opens nothing. */
const opens_after_ms = 120
/** Time to come back from beside it. */
const leaves_after_ms = 200

const isWide = () => matchMedia('(width >= 1440px)').matches

type Opened = { panel: PanelName; by: 'pointer' | 'press'; at: string }

export const useMegaMenu = () => {
  const { key } = useLocation()
  const [opened, setOpened] = useState<Opened>()
  const timer = useRef<number>(undefined)
  /** Going anywhere closes it. */
  const open = opened?.at === key ? opened : undefined

  const now = (next: Opened | undefined) => {
    window.clearTimeout(timer.current)
    setOpened(next)
  }
  const later = (next: Opened | undefined, ms: number) => {
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(() => setOpened(next), ms)
  }
  useEffect(() => () => window.clearTimeout(timer.current), [])

  const nearing = () => fetchPanels()

  return {
    open: open?.panel,
    nav: { onPointerEnter: nearing, onFocus: nearing },
    toggle: (panel: PanelName) =>
      // A press on what the pointer opened already keeps it.
      now(open?.panel === panel && open.by === 'press' ? undefined : { panel, by: 'press', at: key }),
    item: (panel: PanelName) => ({
      onPointerEnter: ({ pointerType }: PointerEvent) => {
        if (pointerType !== 'mouse' || !isWide()) return
        if (open?.panel === panel) window.clearTimeout(timer.current)
        else later({ panel, by: 'pointer', at: key }, opens_after_ms)
      },
      onPointerLeave: ({ pointerType, currentTarget }: PointerEvent) => {
        // Whoever goes through it by keyboard has a pointer lying somewhere, too.
        if (pointerType === 'mouse' && !currentTarget.querySelector(':focus-visible')) later(undefined, leaves_after_ms)
      },
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) now(undefined)
      },
      onKeyDown: (event: KeyboardEvent) => {
        const { key: pressed, currentTarget } = event
        if (pressed === 'Escape' && open) {
          now(undefined)
          currentTarget.querySelector<HTMLElement>('[aria-expanded]')?.focus()
        }
        if (pressed !== 'ArrowDown' && pressed !== 'ArrowUp') return
        // The page stays where it is.
        event.preventDefault()
        if (open?.panel === panel) step(currentTarget, pressed === 'ArrowDown' ? 1 : -1)
        else if (pressed === 'ArrowDown') now({ panel, by: 'press', at: key })
      },
    }),
    close: () => now(undefined),
  }
}

/** From the button into its panel, and on from link to link; at either end it stays. */
const step = (item: Element, by: 1 | -1) => {
  const places = [...item.querySelectorAll<HTMLElement>('[aria-expanded], section :is(a[href], button)')].filter(
    place => place.checkVisibility(),
  )
  places[places.findIndex(place => place === document.activeElement) + by]?.focus()
}
