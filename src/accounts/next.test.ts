import fc from 'fast-check'
import { expect, test } from 'vitest'

import { safeNext } from './next.ts'

const SHOP_ORIGIN = 'https://shop.example'
const part = fc.constantFrom(
  '/',
  '\\',
  '//',
  '.',
  '..',
  '@',
  ':',
  '%2f',
  '\t',
  '\n',
  '\r',
  ' ',
  '\0',
  'https:',
  'javascript:',
  'evil.example',
  'clips',
  '?q=',
  '#',
)
const hostilePath = fc.array(part, { maxLength: 8 }).map(parts => parts.join(''))

test('any input leads to a page of the shop', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.webUrl(),
        hostilePath,
        hostilePath.map(text => `/${text}`),
      ),
      next => {
        const path = safeNext(next)
        expect(path.startsWith('/')).toBe(true)
        expect(new URL(path, SHOP_ORIGIN).origin).toBe(SHOP_ORIGIN)
        // A result is a valid input.
        expect(safeNext(path)).toBe(path)
      },
    ),
    { numRuns: 2_000 },
  )
})

test('a page of the shop keeps its query and fragment', () => {
  const word = fc.stringMatching(/^[a-z0-9-]{1,12}$/)
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), word, word, (steps, value, fragment) => {
      const path = `/${steps.join('/')}`
      fc.pre(path !== '/login' && path !== '/register')
      const next = `${path}?q=${value}#${fragment}`
      expect(safeNext(next)).toBe(next)
    }),
  )
})

test.each([
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/.//evil.example',
  'javascript:alert(1)',
  '',
  null,
  '/login',
  '/register?next=/login',
])('%j leads to the home page', next => {
  expect(safeNext(next)).toBe('/')
})
