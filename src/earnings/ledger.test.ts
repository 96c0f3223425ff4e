/** Property tests: the ledger balances after any history, and every cent of an order is accounted for. */
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { nextEntries, calculateShare, type LedgerEntry, type LedgerLine } from './ledger.ts'

const sum = (entries: readonly LedgerEntry[], filter: (entry: LedgerEntry) => boolean = () => true) =>
  entries.filter(filter).reduce((total, { cents }) => total + cents, 0)

const lines = fc
  .array(
    fc.record({
      net_cents: fc.integer({ min: 0, max: 3_000_000 }),
      tax_cents: fc.integer({ min: 0, max: 600_000 }),
      filmmaker_id: fc.integer({ min: 1, max: 3 }),
      is_earned: fc.boolean(),
      basis_points: fc.integer({ min: 0, max: 10_000 }),
    }),
    { minLength: 1, maxLength: 8 },
  )
  .map(fields =>
    fields.map((line, index) => ({
      ...line,
      order_item_id: index + 1,
      clip_id: index + 100,
      withdrawn_cents: 0,
      withdrawn_tax_cents: 0,
    })),
  )

/** Each step: which lines are paid, and the shares then, which differ by filmmaker. A step may be posted twice, or not at all. */
const history = fc.record({
  lines,
  fee_cents: fc.integer({ min: 0, max: 50_000 }),
  steps: fc.array(
    fc.record({
      earned: fc.infiniteStream(fc.boolean()),
      /** The share of the remainder that a bank takes of each line, and of the fee. */
      taken: fc.infiniteStream(fc.constantFrom(0, 0, 0, 0.1, 0.5, 1)),
      basis_points: fc.infiniteStream(fc.integer({ min: 0, max: 10_000 })),
      times: fc.integer({ min: 0, max: 2 }),
    }),
    { minLength: 1, maxLength: 12 },
  ),
})

const advance = (lines: readonly LedgerLine[], earned: Iterator<boolean>, taken: Iterator<number>): LedgerLine[] =>
  lines.map(line => {
    const share = Number(taken.next().value)
    const takeMore = (total: number, alreadyTaken: number) => alreadyTaken + Math.floor((total - alreadyTaken) * share)
    return {
      ...line,
      is_earned: earned.next().value as boolean,
      withdrawn_cents: takeMore(line.net_cents, line.withdrawn_cents),
      withdrawn_tax_cents: takeMore(line.tax_cents, line.withdrawn_tax_cents),
    }
  })

test('debits equal credits after any history, and each line is posted less what a bank took, or not at all', () => {
  fc.assert(
    fc.property(history, ({ lines: initialLines, fee_cents, steps }) => {
      const posted: LedgerEntry[] = []
      let currentLines: LedgerLine[] = initialLines
      let withdrawn_fee_cents = 0
      for (const { earned, taken, basis_points, times } of steps) {
        const takenShares = taken[Symbol.iterator]()
        const newShares = basis_points[Symbol.iterator]()
        currentLines = advance(currentLines, earned[Symbol.iterator](), takenShares).map(line => ({
          ...line,
          basis_points: Number(newShares.next().value),
        }))
        withdrawn_fee_cents += Math.floor((fee_cents - withdrawn_fee_cents) * Number(takenShares.next().value))
        for (let n = 0; n < times; n += 1) {
          const entries = nextEntries({ lines: currentLines, fee_cents, withdrawn_fee_cents }, posted)
          expect(sum(entries)).toBe(0)
          if (n > 0) expect(entries).toEqual([])
          posted.push(...entries)
        }
        if (times === 0) continue
        for (const line of currentLines) {
          const lineEntries = posted.filter(({ order_item_id }) => order_item_id === line.order_item_id)
          const isEarned = line.is_earned
          expect(sum(lineEntries, ({ account }) => account === 'tax')).toBe(
            isEarned ? line.withdrawn_tax_cents - line.tax_cents : 0,
          )
          const shared = sum(lineEntries, ({ account }) => account === 'filmmaker' || account === 'shop')
          expect(shared).toBe(isEarned ? line.withdrawn_cents - line.net_cents : 0)
        }
        const paid = currentLines.filter(line => line.is_earned)
        const money = paid.reduce(
          (total, line) => total + line.net_cents + line.tax_cents - line.withdrawn_cents - line.withdrawn_tax_cents,
          paid.length > 0 ? fee_cents - withdrawn_fee_cents : 0,
        )
        expect(sum(posted, ({ account }) => account === 'clearing')).toBe(money)
      }
      // Orders alone never make a filmmaker's balance negative.
      for (const id of [1, 2, 3]) expect(sum(posted, entry => entry.filmmaker_id === id)).toBeLessThanOrEqual(0)
      expect(posted.every(({ cents }) => Number.isInteger(cents) && cents !== 0)).toBe(true)
    }),
  )
})

const nothingTaken = { withdrawn_cents: 0, withdrawn_tax_cents: 0, is_earned: true }

test('a bank’s deduction is split like the license when it was sold', () => {
  const line = { order_item_id: 1, clip_id: 7, filmmaker_id: 3, net_cents: 10_000, tax_cents: 800, ...nothingTaken }
  const sale = nextEntries({ lines: [{ ...line, basis_points: 7_000 }], fee_cents: 300, withdrawn_fee_cents: 0 }, [])
  const takenLines = [{ ...line, basis_points: 5_000, withdrawn_cents: 1_000, withdrawn_tax_cents: 80 }]
  const lossOrder = { lines: takenLines, fee_cents: 300, withdrawn_fee_cents: 30 }
  expect(nextEntries(lossOrder, sale).map(({ account, cents }) => [account, cents])).toEqual([
    ['clearing', -1_080],
    ['filmmaker', 700],
    ['shop', 300],
    ['tax', 80],
    ['clearing', -30],
    ['fees', 30],
  ])
})

test('a refunded line reverses what it earned, even if the split has changed since', () => {
  const line = { order_item_id: 1, clip_id: 7, filmmaker_id: 3, net_cents: 10_001, tax_cents: 725, ...nothingTaken }
  const sale = nextEntries({ lines: [{ ...line, basis_points: 5_000 }], fee_cents: 0, withdrawn_fee_cents: 0 }, [])
  expect(sale.map(({ account, cents }) => [account, cents])).toEqual([
    ['clearing', 10_726],
    ['filmmaker', -5_001],
    ['shop', -5_000],
    ['tax', -725],
  ])
  const refundedLines = [{ ...line, basis_points: 6_000, is_earned: false }]
  const reversal = nextEntries({ lines: refundedLines, fee_cents: 0, withdrawn_fee_cents: 0 }, sale)
  expect(reversal).toEqual(sale.map(entry => ({ ...entry, cents: -entry.cents })))
})

test('a share is between zero and the total', () => {
  fc.assert(
    fc.property(fc.nat(100_000_000), fc.nat(10_000), (netCents, basis_points) => {
      const share = calculateShare(netCents, basis_points)
      expect(share >= 0 && share <= netCents).toBe(true)
    }),
  )
  expect([calculateShare(10_001, 5_000), calculateShare(19_900, 0), calculateShare(19_900, 10_000)]).toEqual([
    5_001, 0, 19_900,
  ])
})

test('lines of one order are shared by the share of each filmmaker', () => {
  const line = { order_item_id: 1, clip_id: 7, filmmaker_id: 3, net_cents: 10_000, tax_cents: 0, ...nothingTaken }
  const lines = [
    { ...line, basis_points: 5_000 },
    { ...line, order_item_id: 2, filmmaker_id: 4, basis_points: 6_250 },
  ]
  const entries = nextEntries({ lines, fee_cents: 0, withdrawn_fee_cents: 0 }, [])
  expect([3, 4].map(id => sum(entries, ({ filmmaker_id }) => filmmaker_id === id))).toEqual([-5_000, -6_250])
})
