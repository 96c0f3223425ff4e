import { afterEach, expect, test, vi } from 'vitest'

import { isAutoSelectPage, cancelPrompt } from './auto-select.ts'

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['/account/password', true],
  ['/login', false],
  ['/register', false],
  ['/', false],
  ['/account/password/more', false],
])('on %s a known Google account signs in without a click: %s', (pathname, expected) => {
  expect(isAutoSelectPage(pathname)).toBe(expected)
})

test('logging out cancels the prompt and disables auto-select', () => {
  const id = { cancel: vi.fn(), disableAutoSelect: vi.fn() }
  vi.stubGlobal('window', { google: { accounts: { id } } })
  cancelPrompt()
  expect(id.cancel).toHaveBeenCalledOnce()
  expect(id.disableAutoSelect).toHaveBeenCalledOnce()
})

test('without Google there is nothing to cancel', () => {
  expect(cancelPrompt).not.toThrow()
  vi.stubGlobal('window', {})
  expect(cancelPrompt).not.toThrow()
})
