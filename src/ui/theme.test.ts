import { runInNewContext } from 'node:vm'

import { describe, expect, test } from 'vitest'

import { readTheme, THEME_SCRIPT } from './theme.ts'

/** Runs the inline script with a cookie and a stored theme. Returns the theme that it sets on <html>. */
const runThemeScript = (cookie: string, stored: string | null | (() => never) = null) => {
  const dataset: { theme?: string } = {}
  const getItem = typeof stored === 'function' ? stored : () => stored
  runInNewContext(THEME_SCRIPT, { document: { cookie, documentElement: { dataset } }, localStorage: { getItem } })
  return dataset.theme
}

describe('the chosen theme', () => {
  test.each([
    ['theme=dark', 'dark'],
    ['session=abc; theme=light; cart_hash=1', 'light'],
    ['old_theme=dark', undefined],
    ['theme=pink', undefined],
    ['', undefined],
  ])('of the cookie "%s" is %s, on the server and before the first paint', (cookie, theme) => {
    expect(readTheme(cookie)).toBe(theme)
    expect(runThemeScript(cookie)).toBe(theme)
  })

  test('comes from local storage when the cookie is missing', () => {
    expect(runThemeScript('', 'light')).toBe('light')
    expect(runThemeScript('theme=dark', 'light')).toBe('dark')
    expect(runThemeScript('', '"><script>')).toBeUndefined()
  })

  test('falls back to the system when storage is denied', () => {
    const deniedStorage = () => {
      throw new Error('denied')
    }
    expect(runThemeScript('', deniedStorage)).toBeUndefined()
  })
})
