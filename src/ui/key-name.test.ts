import { afterEach, expect, test, vi } from 'vitest'

import { keyName } from './key-name.ts'

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['MacIntel', '⌘'],
  ['iPad', '⌘'],
  ['Win32', 'Alt'],
  ['Linux x86_64', 'Alt'],
])('on %s Meta is called %s', (platform, name) => {
  vi.stubGlobal('navigator', { platform })
  expect(keyName('Meta')).toBe(name)
  expect(keyName('Shift')).toBe('Shift')
})
