import { afterEach, expect, test, vi } from 'vitest'

import { autoSelects, cancelPrompt } from './auto-select.ts'

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['/account/password', true],
  ['/login', false],
  ['/register', false],
  ['/', false],
  ['/account/password/more', false],
])('on %s a known account is taken without a click: %s', (pathname, selects) => {
  expect(autoSelects(pathname)).toBe(selects)
})

test('logging out cancels the prompt, and keeps it from taking an account by itself', () => {
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
