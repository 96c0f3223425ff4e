import { expect, test } from 'vitest'

import { expiryText, isExpired } from './expiry.ts'

const august = { expiration_month: 8, expiration_year: 2027 }

test.each([
  ['2027-08-31T23:59:59Z', false],
  ['2027-09-01T11:59:59Z', false],
  ['2027-09-01T12:00:00Z', true],
  ['2028-01-01T00:00:00Z', true],
])('a card valid through August 2027 at %s: expired is %s', (now, expected) => {
  expect(isExpired(august, new Date(now))).toBe(expected)
})

test('December ends with the year', () => {
  const december = { expiration_month: 12, expiration_year: 2026 }
  expect(isExpired(december, new Date('2026-12-31T23:00:00Z'))).toBe(false)
  expect(isExpired(december, new Date('2027-01-02T00:00:00Z'))).toBe(true)
})

test('an unknown date never expires and has no text', () => {
  const unknown = { expiration_month: null, expiration_year: null }
  expect(isExpired(unknown, new Date('2099-01-01'))).toBe(false)
  expect(expiryText(unknown)).toBeUndefined()
  expect(expiryText(august)).toBe('08/2027')
})
