import fc from 'fast-check'
import { expect, test } from 'vitest'

import { calculateRefund, type RefundLine } from './refund-amounts.ts'

const createLine = (id: number, price_cents: number, discount_cents = 0, tax_cents = 0): RefundLine => ({
  id,
  price_cents,
  discount_cents,
  tax_cents,
  withdrawn_cents: 0,
  withdrawn_tax_cents: 0,
  refunded: false,
})

const createFee = (processing_fee_cents: number) => ({ processing_fee_cents, withdrawn_fee_cents: 0 })
const noFee = createFee(0)

test('a line’s refund is its price less its discount, with its tax', () => {
  expect(calculateRefund([createLine(1, 19_900, 1_000, 1_370), createLine(2, 9_900)], noFee, new Set([1]))).toEqual({
    order_item_ids: [1],
    price_cents: 19_900,
    discount_cents: 1_000,
    tax_cents: 1_370,
    fee_cents: 0,
    withdrawn_cents: 0,
    total_cents: 20_270,
    is_last: false,
  })
})

test('no selection, or nothing left, refunds nothing', () => {
  expect(calculateRefund([createLine(1, 100)], createFee(30), new Set()).total_cents).toBe(0)
  expect(calculateRefund([{ ...createLine(1, 100), refunded: true }], createFee(30), 'all')).toMatchObject({
    total_cents: 0,
    is_last: false,
  })
})

const orderLines = fc
  .array(fc.record({ price: fc.nat(5_000_000), off: fc.nat(100), tax: fc.nat(2_500) }), { minLength: 1, maxLength: 40 })
  .map(records =>
    records.map(({ price, off, tax }, index) => {
      const discount = Math.floor((price * off) / 100)
      return createLine(index + 1, price, discount, Math.floor(((price - discount) * tax) / 10_000))
    }),
  )

test('after any sequence of refunds, refunded and remaining amounts add up to the total, to the cent', () => {
  fc.assert(
    fc.property(orderLines, fc.nat(10_000), fc.array(fc.array(fc.nat(60), { maxLength: 8 })), (lines, fee, steps) => {
      const total = calculateRefund(lines, createFee(fee), 'all').total_cents
      expect(total).toBe(lines.reduce((sum, l) => sum + l.price_cents - l.discount_cents + l.tax_cents, fee))
      let current = lines
      let refunded = 0
      for (const step of [...steps.map(ids => new Set(ids)), 'all' as const]) {
        const refund = calculateRefund(current, createFee(fee), step)
        expect(refund.total_cents).toBeGreaterThanOrEqual(0)
        refunded += refund.total_cents
        current = current.map(l => (refund.order_item_ids.includes(l.id) ? { ...l, refunded: true } : l))
        expect(refunded + calculateRefund(current, createFee(fee), 'all').total_cents).toBe(total)
        expect(refund.is_last).toBe(refund.order_item_ids.length > 0 && current.every(l => l.refunded))
      }
      expect(refunded).toBe(total)
    }),
  )
})
