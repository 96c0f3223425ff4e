/** State of the mega menu: a panel opens when the pointer rests on its entry, or by its button. */
import { useEffect, useRef, useState, type FocusEvent, type KeyboardEvent, type PointerEvent } from 'react'
import { useLocation } from 'react-router'

import { preloadPanels, type MenuName } from './mega/panels.ts'

/** A pointer that only crosses the menu opens nothing. */
const OPEN_DELAY_MS = 120
/** Time to move the pointer back into the menu. */
const CLOSE_DELAY_MS = 200

const isWide = () => matchMedia('(width >= 1440px)').matches

type OpenPanel = { panel: MenuName; trigger: 'pointer' | 'press'; locationKey: string }

export const useMegaMenu = () => {
  const { key } = useLocation()
  const [lastOpened, setLastOpened] = useState<OpenPanel>()
  const timer = useRef<number>(undefined)
  /** Navigation closes the panel. */
  const open = lastOpened?.locationKey === key ? lastOpened : undefined

  const show = (next: OpenPanel | undefined) => {
    window.clearTimeout(timer.current)
    setLastOpened(next)
  }
  const showLater = (next: OpenPanel | undefined, ms: number) => {
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(() => setLastOpened(next), ms)
  }
  useEffect(() => () => window.clearTimeout(timer.current), [])

  const preload = () => preloadPanels()

  return {
    open: open?.panel,
    nav: { onPointerEnter: preload, onFocus: preload },
    toggle: (panel: MenuName) =>
      // A click on a panel that the pointer opened keeps it open.
      show(
        open?.panel === panel && open.trigger === 'press' ? undefined : { panel, trigger: 'press', locationKey: key },
      ),
    item: (panel: MenuName) => ({
      onPointerEnter: ({ pointerType }: PointerEvent) => {
        if (pointerType !== 'mouse' || !isWide()) return
        if (open?.panel === panel) window.clearTimeout(timer.current)
        else showLater({ panel, trigger: 'pointer', locationKey: key }, OPEN_DELAY_MS)
      },
      onPointerLeave: ({ pointerType, currentTarget }: PointerEvent) => {
        // A keyboard user's pointer may rest anywhere, so it must not close the panel.
        if (pointerType === 'mouse' && !currentTarget.querySelector(':focus-visible'))
          showLater(undefined, CLOSE_DELAY_MS)
      },
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) show(undefined)
      },
      onKeyDown: (event: KeyboardEvent) => {
        const { key: pressedKey, currentTarget } = event
        if (pressedKey === 'Escape' && open) {
          show(undefined)
          currentTarget.querySelector<HTMLElement>('[aria-expanded]')?.focus()
        }
        if (pressedKey !== 'ArrowDown' && pressedKey !== 'ArrowUp') return
        // Keep the page from scrolling.
        event.preventDefault()
        if (open?.panel === panel) moveFocus(currentTarget, pressedKey === 'ArrowDown' ? 1 : -1)
        else if (pressedKey === 'ArrowDown') show({ panel, trigger: 'press', locationKey: key })
      },
    }),
    close: () => show(undefined),
  }
}

/** Moves focus between the button and the links of its panel; stops at either end. */
const moveFocus = (item: Element, offset: 1 | -1) => {
  const targets = [...item.querySelectorAll<HTMLElement>('[aria-expanded], section :is(a[href], button)')].filter(
    target => target.checkVisibility(),
  )
  targets[targets.findIndex(target => target === document.activeElement) + offset]?.focus()
}
