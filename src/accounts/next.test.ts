import fc from 'fast-check'
import { expect, test } from 'vitest'

import { safeNext } from './next.ts'

const shop = 'https://shop.example'
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
const hostile = fc.array(part, { maxLength: 8 }).map(parts => parts.join(''))

test('whatever is asked for, the way on stays in the shop', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.webUrl(),
        hostile,
        hostile.map(text => `/${text}`),
      ),
      next => {
        const way = safeNext(next)
        expect(way.startsWith('/')).toBe(true)
        expect(new URL(way, shop).origin).toBe(shop)
        // What it answers is safe to be asked for again.
        expect(safeNext(way)).toBe(way)
      },
    ),
    { numRuns: 2_000 },
  )
})

test('a page of the shop is kept with its query and fragment', () => {
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
])('%j leads home', next => {
  expect(safeNext(next)).toBe('/')
})
