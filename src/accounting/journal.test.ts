import fc from 'fast-check'
import { expect, test } from 'vitest'

import { addDays, toDay } from '#platform/day.ts'

import { toBookDay, toEntries, type JournalFact } from './journal.ts'
import { getQuarter, getQuarterDays, listQuarters } from './quarters.ts'

const cents = fc.nat(100_000_000)
const documentAmounts = fc
  .record({ net: cents, fee_cents: cents, tax_cents: cents, place: fc.constantFrom('DE', 'US-TX') })
  .map(({ net, fee_cents, tax_cents, place }) => ({
    total_cents: net + fee_cents + tax_cents,
    fee_cents,
    tax_cents,
    place,
  }))

const facts: fc.Arbitrary<JournalFact> = fc.oneof(
  documentAmounts.chain(amounts =>
    fc.constantFrom({ kind: 'invoice' as const, ...amounts }, { kind: 'credit_note' as const, ...amounts }),
  ),
  fc.record({
    kind: fc.constantFrom('payment' as const, 'refund' as const),
    cents,
    through: fc.constantFrom('gateway' as const, 'bank' as const),
  }),
  fc.record({
    kind: fc.constantFrom('share' as const, 'payout' as const),
    cents: fc.integer({ min: -1_000_000, max: 1_000_000 }),
  }),
)

test('every posting balances, without amounts of zero', () => {
  fc.assert(
    fc.property(facts, fact => {
      const entries = toEntries(fact)
      expect(entries.reduce((sum, entry) => sum + entry.cents, 0)).toBe(0)
      for (const entry of entries) {
        expect(entry.cents).not.toBe(0)
        expect(entry.place !== null).toBe(entry.account === 'tax')
      }
    }),
  )
})

test('an order that was sold, paid, credited and refunded leaves every account at zero', () => {
  fc.assert(
    fc.property(documentAmounts, fc.constantFrom('gateway' as const, 'bank' as const), (amounts, through) => {
      const { total_cents } = amounts
      const entries = [
        ...toEntries({ kind: 'invoice', ...amounts }),
        ...toEntries({ kind: 'payment', cents: total_cents, through }),
        ...toEntries({ kind: 'credit_note', ...amounts }),
        ...toEntries({ kind: 'refund', cents: total_cents, through }),
      ]
      for (const group of Map.groupBy(entries, ({ account, place }) => `${account} ${place}`).values())
        expect(group.reduce((sum, entry) => sum + entry.cents, 0)).toBe(0)
    }),
  )
})

test('what belongs into a locked period is on the first day after it', () => {
  expect(toBookDay('2026-03-31', null)).toBe('2026-03-31')
  expect(toBookDay('2026-02-10', '2026-03-31')).toBe('2026-04-01')
  expect(toBookDay('2026-04-01', '2026-03-31')).toBe('2026-04-01')
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
})

test('quarters follow each other without a gap, and each day is in one', () => {
  fc.assert(
    fc.property(fc.date({ min: new Date('2020-01-01'), max: new Date('2040-12-31'), noInvalidDate: true }), date => {
      const day = toDay(date)
      const quarter = getQuarter(date)
      const { from, end, last } = getQuarterDays(quarter)
      expect(from <= day && day <= last).toBe(true)
      expect(addDays(last, 1)).toBe(end)
      expect(getQuarterDays(getQuarter(new Date(end))).from).toBe(end)
    }),
  )
  expect(listQuarters(new Date('2025-11-30T00:00:00Z'), new Date('2026-05-01T00:00:00Z'))).toEqual([
    '2026-Q2',
    '2026-Q1',
    '2025-Q4',
  ])
})
