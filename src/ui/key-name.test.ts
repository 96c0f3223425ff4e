import { afterEach, expect, test, vi } from 'vitest'

import { getKeyName } from './key-name.ts'

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['MacIntel', '⌘'],
  ['iPad', '⌘'],
  ['Win32', 'Alt'],
  ['Linux x86_64', 'Alt'],
])('on %s the name of Meta is %s', (platform, name) => {
  vi.stubGlobal('navigator', { platform })
  expect(getKeyName('Meta')).toBe(name)
  expect(getKeyName('Shift')).toBe('Shift')
})
