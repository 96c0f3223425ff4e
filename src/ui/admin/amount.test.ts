import fc from 'fast-check'
import { expect, test } from 'vitest'

import { formatCents } from '#platform/money.ts'

import { amountError, amountHint, parseCents, toDollarsText } from './amount.ts'

const NOT_AMOUNTS = [
  '',
  'free',
  '-5',
  '1e3',
  '12.',
  '12,',
  ',50',
  '999999999',
  '12,50.00',
  '1,2345',
  '1.200,50',
  '1,20,000',
]

test('reads amounts as people type them, with a decimal point or a decimal comma', () => {
  expect(['1,250', '$89.50', ' 0 ', '$ 12.5', '199.00', '12,345,678.90'].map(parseCents)).toEqual([
    125_000, 8_950, 0, 1_250, 19_900, 1_234_567_890,
  ])
  expect(['49,50', '120,50', '2,5', '$79,50'].map(parseCents)).toEqual([4_950, 12_050, 250, 7_950])
  expect(NOT_AMOUNTS.map(parseCents)).toEqual(NOT_AMOUNTS.map(() => null))
})

test('text with two readings is refused with a message that says what to type', () => {
  for (const text of ['1.200', '0,500', '12345,678', '0.123']) {
    expect(parseCents(text)).toBeNull()
    expect(amountError(text)).toContain('can be read in two ways')
  }
  expect(amountError('free')).toBe('Type an amount in dollars, such as 1,250 or 89.50.')
})

test('no separator ever multiplies an amount by a hundred', () => {
  fc.assert(
    fc.property(fc.nat(99_999_999), fc.constantFrom('.', ','), fc.nat(99), (dollars, separator, cents) => {
      const typed = `${dollars}${separator}${String(cents).padStart(2, '0')}`
      expect(parseCents(typed)).toBe(dollars * 100 + cents)
    }),
  )
})

test('every amount is read back from its field text, its formatted text, and its formatted text without cents', () => {
  fc.assert(
    fc.property(
      fc.nat(9_999_999_999).filter(cents => cents < 10_000_000_00),
      cents => {
        const formatted = formatCents(cents)
        expect(parseCents(toDollarsText(cents))).toBe(cents)
        expect(parseCents(formatted)).toBe(cents)
        expect(parseCents(formatted.replace(/\.\d\d$/, ''))).toBe(cents - (cents % 100))
        expect(amountHint(toDollarsText(cents))).toBe(formatted)
      },
    ),
  )
})
