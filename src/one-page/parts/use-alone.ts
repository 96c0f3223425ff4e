import { useEffect, useEffectEvent, type RefObject } from 'react'

/** Everything beside the way from the document to an element. */
const besides = (element: Element): Element[] => {
  const { parentElement } = element
  if (!parentElement || element === document.body) return []
  return [...[...parentElement.children].filter(other => other !== element), ...besides(parentElement)]
}

/** Where the checkout stands beside the cart, nothing is covered. */
const narrow = '(width < 1024px)'

/** An element that covers the screen of a phone: nothing else is reached by keys or read aloud, and Escape closes it. */
export const useAlone = (ref: RefObject<HTMLElement | null>, isOn: boolean, onClose: () => void) => {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const element = ref.current
    if (!isOn || !element) return
    const query = matchMedia(narrow)
    const others = besides(element).filter(other => !other.hasAttribute('inert') && other.tagName !== 'SCRIPT')
    const settle = () => {
      for (const other of others) other.toggleAttribute('inert', query.matches)
      document.documentElement.style.overflow = query.matches ? 'clip' : ''
      if (query.matches && !element.contains(document.activeElement)) element.focus()
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && query.matches && !event.defaultPrevented) close()
    }
    settle()
    query.addEventListener('change', settle)
    addEventListener('keydown', onKey)
    return () => {
      for (const other of others) other.removeAttribute('inert')
      document.documentElement.style.overflow = ''
      query.removeEventListener('change', settle)
      removeEventListener('keydown', onKey)
    }
  }, [ref, isOn])
}
