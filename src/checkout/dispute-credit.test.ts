import fc from 'fast-check'
import { expect, test } from 'vitest'

import { refundOf } from '#orders/refund-amounts.ts'

import { disputeCredit } from './dispute-credit.ts'

const line = fc
  .record({
    price_cents: fc.integer({ min: 0, max: 500_000 }),
    off: fc.nat(100),
    tax: fc.nat(30),
    refunded: fc.boolean(),
  })
  .map(({ price_cents, off, tax, refunded }) => {
    const discount_cents = Math.floor((price_cents * off) / 100)
    return {
      price_cents,
      discount_cents,
      tax_cents: Math.floor(((price_cents - discount_cents) * tax) / 100),
      refunded,
    }
  })
const orders = fc
  .record({ lines: fc.array(line, { minLength: 1, maxLength: 6 }), fee: fc.nat(5_000) })
  .map(({ lines, fee }) => {
    const named = lines.map((one, id) => ({ ...one, id }))
    const whole = refundOf(
      named.map(one => ({ ...one, refunded: false })),
      fee,
      'all',
    )
    const order = { processing_fee_cents: fee, tax_cents: whole.tax_cents, total_cents: whole.total_cents }
    return { lines: named, order, left: refundOf(named, fee, 'all').total_cents }
  })

test('parts, and then the whole, never come to more than was left, and to all of it in the end', () => {
  fc.assert(
    fc.property(
      orders,
      fc.array(fc.integer({ min: 1, max: 100 }), { maxLength: 4 }),
      ({ lines, order, left }, shares) => {
        let before_cents = 0
        const given_back_cents = order.total_cents - left
        const facts = () => ({ order, lines, given_back_cents, refund: undefined, before_cents })
        for (const share of shares) {
          const taken_cents = before_cents + Math.floor((left * share) / 100)
          const note = disputeCredit({ ...facts(), state: 'partly', taken_cents })
          if (!note) continue
          expect(note.order_item_ids).toEqual([])
          expect(note.tax_cents).toBeLessThanOrEqual(note.total_cents)
          before_cents += note.total_cents
          expect(before_cents).toBeLessThanOrEqual(left)
          // Told again, there is nothing more.
          expect(disputeCredit({ ...facts(), state: 'partly', taken_cents })).toBeUndefined()
        }
        const last = disputeCredit({ ...facts(), state: 'lost', taken_cents: left })
        expect(before_cents + (last?.total_cents ?? 0)).toBe(left)
        if (before_cents === left) return
        expect(last?.fee_cents).toBe(order.processing_fee_cents)
        expect(last?.order_item_ids).toEqual(lines.filter(one => !one.refunded).map(one => one.id))
      },
    ),
  )
})
