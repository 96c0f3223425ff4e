import { expect, test } from 'vitest'

import { getWithdrawalEnd, isConsumer, isWithdrawable } from './consumer.ts'

test('a private buyer in the EU or the UK is a consumer, a business or a buyer elsewhere is not', () => {
  const buyer = { company: '', country_code: 'IE', has_vat_number: false }
  expect(isConsumer(buyer)).toBe(true)
  expect(isConsumer({ ...buyer, country_code: 'GB' })).toBe(true)
  expect(isConsumer({ ...buyer, company: 'Aster Foods' })).toBe(false)
  expect(isConsumer({ ...buyer, has_vat_number: true })).toBe(false)
  expect(isConsumer({ ...buyer, country_code: 'US' })).toBe(false)
})

test('the right of withdrawal ends with the fourteenth day after the day of the order', () => {
  const placed_at = new Date('2026-03-02T17:30:00.000Z')
  expect(getWithdrawalEnd(placed_at)).toEqual(new Date('2026-03-17T00:00:00.000Z'))
  const order = { is_consumer: true, placed_at }
  expect(isWithdrawable(order, new Date('2026-03-16T23:59:59.999Z'))).toBe(true)
  expect(isWithdrawable(order, new Date('2026-03-17T00:00:00.000Z'))).toBe(false)
  expect(isWithdrawable({ ...order, is_consumer: false }, placed_at)).toBe(false)
  expect(isWithdrawable({ ...order, placed_at: null }, placed_at)).toBe(false)
})
