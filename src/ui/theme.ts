/** The dark or light theme. The choice is in a cookie, for server rendering, and in local storage, for cached pages. */
export type Theme = 'dark' | 'light'

const isTheme = (value: unknown): value is Theme => value === 'dark' || value === 'light'

/** Returns the theme in a `Cookie` header, or undefined for the system's choice. */
export const readTheme = (cookie: string | null | undefined): Theme | undefined => {
  const value = /(?:^|;\s*)theme=(\w+)/.exec(cookie ?? '')?.[1]
  return isTheme(value) ? value : undefined
}

/** Runs in <head> before the first paint; give its <script> the nonce. */
export const THEME_SCRIPT = `try{var t=(/(?:^|;\\s*)theme=(dark|light)/.exec(document.cookie)||[])[1]||localStorage.getItem('theme');if(t==='dark'||t==='light')document.documentElement.dataset.theme=t}catch(e){}`

/** Returns the displayed theme. Browser only. */
export const getCurrentTheme = (): Theme => {
  const selected = document.documentElement.dataset.theme
  if (isTheme(selected)) return selected
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

/** Applies the theme and stores it for a year. Browser only. */
export const setTheme = (theme: Theme): void => {
  document.documentElement.dataset.theme = theme
  document.cookie = `theme=${theme}; Path=/; Max-Age=31536000; SameSite=Lax`
  try {
    localStorage.setItem('theme', theme)
  } catch {
    // Storage may be unavailable; the cookie is enough.
  }
}
