import { expect, test } from 'vitest'

import { isChunkFailure } from './chunk-guard.ts'

test.each([
  'Failed to fetch dynamically imported module: https://shop.example/assets/browse-Ck96F79d.js',
  'error loading dynamically imported module: https://shop.example/assets/browse-Ck96F79d.js',
  'Importing a module script failed.',
  'Unable to preload CSS for /assets/browse-BcsuvKTB.css',
])('“%s” is recognized as a chunk failure', message => {
  expect(isChunkFailure(new TypeError(message))).toBe(true)
})

test.each([
  new TypeError('Failed to fetch'),
  new Error('x is not a function'),
  'Importing a module script failed.',
  null,
])('%s is not a chunk failure', error => {
  expect(isChunkFailure(error)).toBe(false)
})
