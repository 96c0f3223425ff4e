import { useEffect, useEffectEvent, type RefObject } from 'react'

/** Returns all elements outside the path from the document to an element. */
const outsideElements = (element: Element): Element[] => {
  const { parentElement } = element
  if (!parentElement || element === document.body) return []
  return [...[...parentElement.children].filter(other => other !== element), ...outsideElements(parentElement)]
}

/** On wider screens the checkout is next to the cart and covers nothing. */
const NARROW_QUERY = '(width < 1024px)'

/** Makes an element modal on phones: the rest of the page is inert, and Escape closes it. */
export const useModalFocus = (ref: RefObject<HTMLElement | null>, isActive: boolean, onClose: () => void) => {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const element = ref.current
    if (!isActive || !element) return
    const query = matchMedia(NARROW_QUERY)
    const others = outsideElements(element).filter(other => !other.hasAttribute('inert') && other.tagName !== 'SCRIPT')
    const update = () => {
      for (const other of others) other.toggleAttribute('inert', query.matches)
      document.documentElement.style.overflow = query.matches ? 'clip' : ''
      if (query.matches && !element.contains(document.activeElement)) element.focus()
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && query.matches && !event.defaultPrevented) close()
    }
    update()
    query.addEventListener('change', update)
    addEventListener('keydown', onKey)
    return () => {
      for (const other of others) other.removeAttribute('inert')
      document.documentElement.style.overflow = ''
      query.removeEventListener('change', update)
      removeEventListener('keydown', onKey)
    }
  }, [ref, isActive])
}
