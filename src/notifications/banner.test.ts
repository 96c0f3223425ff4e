import fc from 'fast-check'
import { expect, test } from 'vitest'

import { isHiddenOn, partsOf } from './banner.ts'

test('keys in double braces stand out from the text around them', () => {
  expect(partsOf('Hold {{Shift}} or {{⌘}}.')).toEqual([
    { text: 'Hold ', isKey: false },
    { text: 'Shift', isKey: true },
    { text: ' or ', isKey: false },
    { text: '⌘', isKey: true },
    { text: '.', isKey: false },
  ])
  expect(partsOf('Set {one} and {{open')).toEqual([{ text: 'Set {one} and {{open', isKey: false }])
})

test('nothing of a text is lost but the braces of its keys', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('{', '}', 'a', ' ') }), text => {
      const whole = partsOf(text).map(({ text, isKey }) => (isKey ? `{{${text}}}` : text))
      expect(whole.join('')).toBe(text)
    }),
  )
})

test.each([
  ['/cart', [], true],
  ['/Cart/', [], true],
  ['/cart/success', [], true],
  ['/cart/billing', [], false],
  ['/pricing', [], true],
  ['/footage-research-form', [], true],
  ['/', [], false],
  ['/', ['/'], true],
  ['/checkout', ['/checkout'], true],
  ['/checkout/LT-2026-000001', ['/checkout'], false],
] as const)('on %s, beside %j: hidden %s', (path, exclude_on, hidden) => {
  expect(isHiddenOn(path, exclude_on)).toBe(hidden)
})
