import { expect, test } from 'vitest'

import { firstChoice, new_ids, optionsFor } from './method-options.ts'
import type { PaymentMethod } from './methods-contract.ts'

const kept = (id: number, change: Partial<PaymentMethod> = {}): PaymentMethod => ({
  id,
  type: 'card',
  card_brand: 'Visa',
  card_last_4: '1111',
  last_4: '1111',
  paypal_email: null,
  expiration_month: 12,
  expiration_year: 2030,
  is_expired: false,
  default: false,
  ...change,
})

test('what is kept comes first, and bank accounts are new in the United States alone', () => {
  const ids = (is_us: boolean) => optionsFor([kept(7), kept(9)], is_us).map(({ id }) => id)
  expect(ids(true)).toEqual([7, 9, -2, -1, -3])
  expect(ids(false)).toEqual([7, 9, -2, -1])
})

test('the default is chosen, unless it has expired; else a new card', () => {
  expect(firstChoice([kept(7, { default: true })], true)).toBe(7)
  expect(firstChoice([kept(7, { default: true, is_expired: true }), kept(9)], true)).toBe(new_ids.card)
  expect(firstChoice([], true)).toBe(-2)
})

test('a kept bank account is offered only where the United States are billed', () => {
  const methods = [kept(7, { type: 'ach', default: true }), kept(9)]
  expect(optionsFor(methods, false).map(({ id }) => id)).toEqual([9, -2, -1])
  expect(firstChoice(methods, false)).toBe(new_ids.card)
  expect(firstChoice(methods, true)).toBe(7)
})

test('each says what it is', () => {
  const labels = optionsFor(
    [
      kept(1, { default: true }),
      kept(2, { type: 'paypal', card_brand: null, last_4: null, paypal_email: 'ada@example.com' }),
      kept(3, { type: 'ach', card_brand: null, last_4: '0000' }),
      kept(4, { is_expired: true }),
    ],
    true,
  ).map(({ label }) => label)
  expect(labels).toEqual([
    'Visa ending in 1111, default',
    'PayPal, ada@example.com',
    'Bank account ending in 0000',
    'Visa ending in 1111, expired',
    'New card',
    'New PayPal account',
    'New bank account (ACH)',
  ])
})
