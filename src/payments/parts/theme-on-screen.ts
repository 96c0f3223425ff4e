import { useEffect, useState } from 'react'

import { currentTheme, type Theme } from '#ui/theme.ts'

/** Switching back and forth settles before anything expensive follows it. */
const debounce_ms = 100

/** The theme on screen, once it has held for 100 ms; nothing before the first look. In the browser only. */
export const useThemeOnScreen = (): Theme | undefined => {
  const [theme, setTheme] = useState<Theme>()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const look = () => {
      clearTimeout(timer)
      timer = setTimeout(() => setTheme(currentTheme()), debounce_ms)
    }
    look()
    const system = matchMedia('(prefers-color-scheme: dark)')
    const chosen = new MutationObserver(look)
    chosen.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    system.addEventListener('change', look)
    return () => {
      clearTimeout(timer)
      chosen.disconnect()
      system.removeEventListener('change', look)
    }
  }, [])
  return theme
}
