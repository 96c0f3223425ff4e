import { useEffect, useState } from 'react'

import { getCurrentTheme, type Theme } from '#ui/theme.ts'

/** Toggling back and forth settles before anything expensive runs. */
const DEBOUNCE_MS = 100

/** Returns the current theme once it has been stable for 100 ms; undefined before that. In the browser only. */
export const useSettledTheme = (): Theme | undefined => {
  const [theme, setTheme] = useState<Theme>()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const update = () => {
      clearTimeout(timer)
      timer = setTimeout(() => setTheme(getCurrentTheme()), DEBOUNCE_MS)
    }
    update()
    const system = matchMedia('(prefers-color-scheme: dark)')
    const observer = new MutationObserver(update)
    observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    system.addEventListener('change', update)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
      system.removeEventListener('change', update)
    }
  }, [])
  return theme
}
