import { runInNewContext } from 'node:vm'

import { describe, expect, test } from 'vitest'

import { themeOf, themeScript } from './theme.ts'

/** What the inline script leaves on <html>, in a document with this cookie and this local storage. */
const painted = (cookie: string, stored: string | null | (() => never) = null) => {
  const dataset: { theme?: string } = {}
  const getItem = typeof stored === 'function' ? stored : () => stored
  runInNewContext(themeScript, { document: { cookie, documentElement: { dataset } }, localStorage: { getItem } })
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
    expect(themeOf(cookie)).toBe(theme)
    expect(painted(cookie)).toBe(theme)
  })

  test('comes from local storage when the cookie is gone', () => {
    expect(painted('', 'light')).toBe('light')
    expect(painted('theme=dark', 'light')).toBe('dark')
    expect(painted('', '"><script>')).toBeUndefined()
  })

  test('closed storage leaves the choice to the system', () => {
    const closed = () => {
      throw new Error('denied')
    }
    expect(painted('', closed)).toBeUndefined()
  })
})
