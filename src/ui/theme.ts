/** Dark or light: the choice lives in a cookie, so that the server renders it, and in local storage, for pages from a cache. */
export type Theme = 'dark' | 'light'

const isTheme = (value: unknown): value is Theme => value === 'dark' || value === 'light'

/** The chosen theme in a `Cookie` header, or none: then the system decides. */
export const themeOf = (cookie: string | null | undefined): Theme | undefined => {
  const value = /(?:^|;\s*)theme=(\w+)/.exec(cookie ?? '')?.[1]
  return isTheme(value) ? value : undefined
}

/** Runs in <head> before anything is painted; give its <script> the nonce. */
export const themeScript = `try{var t=(/(?:^|;\\s*)theme=(dark|light)/.exec(document.cookie)||[])[1]||localStorage.getItem('theme');if(t==='dark'||t==='light')document.documentElement.dataset.theme=t}catch(e){}`

/** What is on screen now. In the browser only. */
export const currentTheme = (): Theme => {
  const chosen = document.documentElement.dataset.theme
  if (isTheme(chosen)) return chosen
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

/** Shows it at once and remembers it for a year. In the browser only. */
export const setTheme = (theme: Theme): void => {
  document.documentElement.dataset.theme = theme
  document.cookie = `theme=${theme}; Path=/; Max-Age=31536000; SameSite=Lax`
  try {
    localStorage.setItem('theme', theme)
  } catch {
    // Storage may be closed to this page; the cookie is enough.
  }
}
