import { expect, test } from 'vitest'

import { searchTermPath } from './paths.ts'

test('a term has one path, from its text or its slug; text that no slug can carry stays as it is', () => {
  expect(searchTermPath('Golden  hour')).toBe('/stock-footage/golden-hour')
  expect(searchTermPath('golden-hour')).toBe('/stock-footage/golden-hour')
  expect(decodeURIComponent(searchTermPath('東京 夜'))).toBe('/stock-footage/東京 夜')
  expect(searchTermPath('東京')).not.toBe(searchTermPath('京都'))
})
