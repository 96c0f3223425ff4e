import fc from 'fast-check'
import { expect, test } from 'vitest'

import { refundOf } from '#orders/refund-amounts.ts'
import { spreadTaken } from '#orders/taken.ts'

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
      taken_cents: 0,
      taken_tax_cents: 0,
      refunded,
    }
  })
const orders = fc
  .record({ lines: fc.array(line, { minLength: 1, maxLength: 6 }), fee: fc.nat(5_000) })
  .map(({ lines, fee }) => {
    const named = lines.map((one, id) => ({ ...one, id }))
    const fees = { processing_fee_cents: fee, taken_fee_cents: 0 }
    const whole = refundOf(
      named.map(one => ({ ...one, refunded: false })),
      fees,
      'all',
    )
    return {
      lines: named,
      order: { ...fees, total_cents: whole.total_cents },
      left: refundOf(named, fees, 'all').total_cents,
    }
  })

type Lines = Parameters<typeof refundOf>[0]
/** As the end of a dispute takes it off. */
const takenOff = (lines: Lines, fee_cents: number, loss: { cents: number; tax_cents: number }) => {
  const open = lines.filter(({ refunded }) => !refunded)
  const left = open.map(one => ({
    net_cents: one.price_cents - one.discount_cents - one.taken_cents,
    tax_cents: one.tax_cents - one.taken_tax_cents,
  }))
  const taken = spreadTaken(loss, left, fee_cents)
  const parts = new Map(open.map(({ id }, at) => [id, taken.lines[at]]))
  return {
    fee_cents: taken.fee_cents,
    lines: lines.map(one => ({
      ...one,
      taken_cents: one.taken_cents + (parts.get(one.id)?.taken_cents ?? 0),
      taken_tax_cents: one.taken_tax_cents + (parts.get(one.id)?.taken_tax_cents ?? 0),
    })),
  }
}

/** A bank takes a part, one of us ends the dispute, a line is given back: in any order, by shares of what is left. */
const steps = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('part' as const), percent: fc.integer({ min: 1, max: 100 }) }),
    fc.record({ kind: fc.constant('end' as const) }),
    fc.record({ kind: fc.constant('refund' as const), place: fc.nat(5) }),
  ),
  { maxLength: 8 },
)

test('parts, ends and refunds, and then the whole, never come to more than was left, and to all of it in the end', () => {
  fc.assert(
    fc.property(orders, steps, ({ lines: made, order: made_order, left }, story) => {
      let [lines, order]: [Lines, typeof made_order] = [made, made_order]
      let [noted_cents, pending, back_cents] = [0, { cents: 0, tax_cents: 0 }, 0]
      const given = order.total_cents - left
      const facts = () => ({
        order,
        lines,
        given_back_cents: given + back_cents,
        refund: undefined,
        noted_cents,
        pending_cents: pending.cents,
      })
      const rest = () => refundOf(lines, order, 'all').total_cents - pending.cents
      for (const step of story) {
        expect(noted_cents + back_cents + rest()).toBe(left)
        if (step.kind === 'part') {
          const taken_cents = noted_cents + Math.floor((rest() * step.percent) / 100)
          const note = disputeCredit({ ...facts(), state: 'partly', taken_cents })
          if (!note) continue
          expect(note.order_item_ids).toEqual([])
          expect(note.tax_cents).toBeLessThanOrEqual(note.total_cents)
          noted_cents += note.total_cents
          pending = {
            cents: pending.cents + note.total_cents,
            tax_cents: pending.tax_cents + (note.tax_cents ?? 0),
          }
          // Told again, there is nothing more.
          expect(disputeCredit({ ...facts(), state: 'partly', taken_cents })).toBeUndefined()
        } else if (step.kind === 'end') {
          const off = takenOff(lines, order.processing_fee_cents - order.taken_fee_cents, pending)
          lines = off.lines
          order = { ...order, taken_fee_cents: order.taken_fee_cents + off.fee_cents }
          pending = { cents: 0, tax_cents: 0 }
        } else if (pending.cents === 0) {
          const back = refundOf(lines, order, new Set([step.place]))
          expect(back.total_cents).toBeGreaterThanOrEqual(0)
          back_cents += back.total_cents
          lines = lines.map(one => (back.order_item_ids.includes(one.id) ? { ...one, refunded: true } : one))
        }
      }
      const open = lines.filter(one => !one.refunded)
      const last = disputeCredit({ ...facts(), state: 'lost', taken_cents: noted_cents + rest() })
      expect(noted_cents + back_cents + (last?.total_cents ?? 0)).toBe(left)
      if (!last || open.length === 0) return
      expect(last.fee_cents).toBe(order.processing_fee_cents)
      expect(last.order_item_ids).toEqual(open.map(one => one.id))
    }),
    { numRuns: 500 },
  )
})
