import fc from 'fast-check'
import { expect, test } from 'vitest'

import { spreadDisputeLoss } from '#orders/dispute-losses.ts'
import { calculateRefund } from '#orders/refund-amounts.ts'

import { computeDisputeCredit } from './dispute-credit.ts'

const lineArbitrary = fc
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
      withdrawn_cents: 0,
      withdrawn_tax_cents: 0,
      refunded,
    }
  })
const orderArbitrary = fc
  .record({ lines: fc.array(lineArbitrary, { minLength: 1, maxLength: 6 }), fee: fc.nat(5_000) })
  .map(({ lines, fee }) => {
    const linesWithIds = lines.map((line, id) => ({ ...line, id }))
    const fees = { processing_fee_cents: fee, withdrawn_fee_cents: 0 }
    const total = calculateRefund(
      linesWithIds.map(line => ({ ...line, refunded: false })),
      fees,
      'all',
    )
    return {
      lines: linesWithIds,
      order: { ...fees, total_cents: total.total_cents },
      left: calculateRefund(linesWithIds, fees, 'all').total_cents,
    }
  })

type Lines = Parameters<typeof calculateRefund>[0]
/** Applies the loss to the lines, as the end of a dispute does. */
const applyLoss = (lines: Lines, fee_cents: number, loss: { cents: number; tax_cents: number }) => {
  const openLines = lines.filter(({ refunded }) => !refunded)
  const remaining = openLines.map(line => ({
    net_cents: line.price_cents - line.discount_cents - line.withdrawn_cents,
    tax_cents: line.tax_cents - line.withdrawn_tax_cents,
  }))
  const spread = spreadDisputeLoss(loss, remaining, fee_cents)
  const parts = new Map(openLines.map(({ id }, index) => [id, spread.lines[index]]))
  return {
    fee_cents: spread.fee_cents,
    lines: lines.map(line => ({
      ...line,
      withdrawn_cents: line.withdrawn_cents + (parts.get(line.id)?.withdrawn_cents ?? 0),
      withdrawn_tax_cents: line.withdrawn_tax_cents + (parts.get(line.id)?.withdrawn_tax_cents ?? 0),
    })),
  }
}

/** The bank takes a part, staff end the dispute, a line is refunded: in any order. */
const stepsArbitrary = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('part' as const), percent: fc.integer({ min: 1, max: 100 }) }),
    fc.record({ kind: fc.constant('end' as const) }),
    fc.record({ kind: fc.constant('refund' as const), place: fc.nat(5) }),
  ),
  { maxLength: 8 },
)

test('partial losses, ends and refunds never exceed what was left, and together with a full loss use all of it', () => {
  fc.assert(
    fc.property(
      orderArbitrary,
      stepsArbitrary,
      ({ lines: initialLines, order: initialOrder, left: left_cents }, steps) => {
        let [lines, order]: [Lines, typeof initialOrder] = [initialLines, initialOrder]
        let [credited_cents, pending, refunded_cents] = [0, { cents: 0, tax_cents: 0 }, 0]
        const refunded_before_cents = order.total_cents - left_cents
        const input = () => ({
          order,
          lines,
          refunded_cents: refunded_before_cents + refunded_cents,
          refund: undefined,
          credited_cents,
          pending_cents: pending.cents,
        })
        const remainingCents = () => calculateRefund(lines, order, 'all').total_cents - pending.cents
        for (const step of steps) {
          expect(credited_cents + refunded_cents + remainingCents()).toBe(left_cents)
          if (step.kind === 'part') {
            const withdrawn_cents = credited_cents + Math.floor((remainingCents() * step.percent) / 100)
            const note = computeDisputeCredit({ ...input(), state: 'partly', withdrawn_cents })
            if (!note) continue
            expect(note.order_item_ids).toEqual([])
            expect(note.tax_cents).toBeLessThanOrEqual(note.total_cents)
            credited_cents += note.total_cents
            pending = {
              cents: pending.cents + note.total_cents,
              tax_cents: pending.tax_cents + (note.tax_cents ?? 0),
            }
            // The same loss, reported again, gives no further credit.
            expect(computeDisputeCredit({ ...input(), state: 'partly', withdrawn_cents })).toBeUndefined()
          } else if (step.kind === 'end') {
            const result = applyLoss(lines, order.processing_fee_cents - order.withdrawn_fee_cents, pending)
            lines = result.lines
            order = { ...order, withdrawn_fee_cents: order.withdrawn_fee_cents + result.fee_cents }
            pending = { cents: 0, tax_cents: 0 }
          } else if (pending.cents === 0) {
            const amounts = calculateRefund(lines, order, new Set([step.place]))
            expect(amounts.total_cents).toBeGreaterThanOrEqual(0)
            refunded_cents += amounts.total_cents
            lines = lines.map(line => (amounts.order_item_ids.includes(line.id) ? { ...line, refunded: true } : line))
          }
        }
        const openLines = lines.filter(line => !line.refunded)
        const last = computeDisputeCredit({
          ...input(),
          state: 'lost',
          withdrawn_cents: credited_cents + remainingCents(),
        })
        expect(credited_cents + refunded_cents + (last?.total_cents ?? 0)).toBe(left_cents)
        if (!last || openLines.length === 0) return
        expect(last.fee_cents).toBe(order.processing_fee_cents)
        expect(last.order_item_ids).toEqual(openLines.map(line => line.id))
      },
    ),
    { numRuns: 500 },
  )
})
