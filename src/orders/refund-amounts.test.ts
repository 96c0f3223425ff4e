import fc from 'fast-check'
import { expect, test } from 'vitest'

import { refundOf, type RefundLine } from './refund-amounts.ts'

const line = (id: number, price_cents: number, discount_cents = 0, tax_cents = 0): RefundLine => ({
  id,
  price_cents,
  discount_cents,
  tax_cents,
  taken_cents: 0,
  taken_tax_cents: 0,
  refunded: false,
})

const feeOf = (processing_fee_cents: number) => ({ processing_fee_cents, taken_fee_cents: 0 })
const noFee = feeOf(0)

test('gives back what was paid for a line: its price without its discount, with its tax', () => {
  expect(refundOf([line(1, 19_900, 1_000, 1_370), line(2, 9_900)], noFee, new Set([1]))).toEqual({
    order_item_ids: [1],
    price_cents: 19_900,
    discount_cents: 1_000,
    tax_cents: 1_370,
    fee_cents: 0,
    taken_cents: 0,
    total_cents: 20_270,
    is_last: false,
  })
})

test('nothing named, or nothing left, gives nothing back', () => {
  expect(refundOf([line(1, 100)], feeOf(30), new Set()).total_cents).toBe(0)
  expect(refundOf([{ ...line(1, 100), refunded: true }], feeOf(30), 'all')).toMatchObject({
    total_cents: 0,
    is_last: false,
  })
})

const anOrder = fc
  .array(fc.record({ price: fc.nat(5_000_000), off: fc.nat(100), tax: fc.nat(2_500) }), { minLength: 1, maxLength: 40 })
  .map(drawn =>
    drawn.map(({ price, off, tax }, n) => {
      const discount = Math.floor((price * off) / 100)
      return line(n + 1, price, discount, Math.floor(((price - discount) * tax) / 10_000))
    }),
  )

test('whatever is refunded in whatever steps: refunds and what remains are the total, to the cent', () => {
  fc.assert(
    fc.property(anOrder, fc.nat(10_000), fc.array(fc.array(fc.nat(60), { maxLength: 8 })), (lines, fee, steps) => {
      const total = refundOf(lines, feeOf(fee), 'all').total_cents
      expect(total).toBe(lines.reduce((sum, l) => sum + l.price_cents - l.discount_cents + l.tax_cents, fee))
      let now = lines
      let refunded = 0
      for (const step of [...steps.map(ids => new Set(ids)), 'all' as const]) {
        const back = refundOf(now, feeOf(fee), step)
        expect(back.total_cents).toBeGreaterThanOrEqual(0)
        refunded += back.total_cents
        now = now.map(l => (back.order_item_ids.includes(l.id) ? { ...l, refunded: true } : l))
        expect(refunded + refundOf(now, feeOf(fee), 'all').total_cents).toBe(total)
        expect(back.is_last).toBe(back.order_item_ids.length > 0 && now.every(l => l.refunded))
      }
      expect(refunded).toBe(total)
    }),
  )
})
