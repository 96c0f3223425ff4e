import { expect, test } from 'vitest'

import { defaultOptionId, NEW_METHOD_IDS, listMethodOptions } from './method-options.ts'
import type { PaymentMethod } from './methods-contract.ts'

const savedMethod = (id: number, change: Partial<PaymentMethod> = {}): PaymentMethod => ({
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

test('saved methods come first, and bank accounts are offered only in the United States', () => {
  const ids = (is_us: boolean) => listMethodOptions([savedMethod(7), savedMethod(9)], is_us).map(({ id }) => id)
  expect(ids(true)).toEqual([7, 9, -2, -1, -3])
  expect(ids(false)).toEqual([7, 9, -2, -1])
})

test('the default method is selected unless it has expired, otherwise a new card', () => {
  expect(defaultOptionId([savedMethod(7, { default: true })], true)).toBe(7)
  expect(defaultOptionId([savedMethod(7, { default: true, is_expired: true }), savedMethod(9)], true)).toBe(
    NEW_METHOD_IDS.card,
  )
  expect(defaultOptionId([], true)).toBe(-2)
})

test('a saved bank account is offered only for US billing addresses', () => {
  const methods = [savedMethod(7, { type: 'ach', default: true }), savedMethod(9)]
  expect(listMethodOptions(methods, false).map(({ id }) => id)).toEqual([9, -2, -1])
  expect(defaultOptionId(methods, false)).toBe(NEW_METHOD_IDS.card)
  expect(defaultOptionId(methods, true)).toBe(7)
})

test('each option has its label', () => {
  const labels = listMethodOptions(
    [
      savedMethod(1, { default: true }),
      savedMethod(2, { type: 'paypal', card_brand: null, last_4: null, paypal_email: 'ada@example.com' }),
      savedMethod(3, { type: 'ach', card_brand: null, last_4: '0000' }),
      savedMethod(4, { is_expired: true }),
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
