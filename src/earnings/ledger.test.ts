/** The ledger balances after any history, and every cent of an order is somebody's. */
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { nextEntries, shareOf, type Entry, type LedgerLine } from './ledger.ts'

const sum = (entries: readonly Entry[], wanted: (entry: Entry) => boolean = () => true) =>
  entries.filter(wanted).reduce((all, { cents }) => all + cents, 0)

const lines = fc
  .array(
    fc.record({
      net_cents: fc.integer({ min: 0, max: 3_000_000 }),
      tax_cents: fc.integer({ min: 0, max: 600_000 }),
      filmmaker_id: fc.integer({ min: 1, max: 3 }),
      is_earned: fc.boolean(),
    }),
    { minLength: 1, maxLength: 8 },
  )
  .map(made =>
    made.map((line, at) => ({ ...line, order_item_id: at + 1, clip_id: at + 100, taken_cents: 0, taken_tax_cents: 0 })),
  )

/** At each step: which lines' money is with us, and the split of the day. A step may be told of twice, or not at all. */
const history = fc.record({
  lines,
  fee_cents: fc.integer({ min: 0, max: 50_000 }),
  steps: fc.array(
    fc.record({
      earned: fc.infiniteStream(fc.boolean()),
      /** How much of what is left a bank takes of each line, and of the fee. */
      taken: fc.infiniteStream(fc.constantFrom(0, 0, 0, 0.1, 0.5, 1)),
      basis_points: fc.integer({ min: 0, max: 10_000 }),
      times: fc.integer({ min: 0, max: 2 }),
    }),
    { minLength: 1, maxLength: 12 },
  ),
})

const at = (all: readonly LedgerLine[], earned: Iterator<boolean>, taken: Iterator<number>): LedgerLine[] =>
  all.map(line => {
    const share = Number(taken.next().value)
    const more = (whole: number, gone: number) => gone + Math.floor((whole - gone) * share)
    return {
      ...line,
      is_earned: earned.next().value as boolean,
      taken_cents: more(line.net_cents, line.taken_cents),
      taken_tax_cents: more(line.tax_cents, line.taken_tax_cents),
    }
  })

test('debits equal credits after any history, and each line stands less what a bank took of it, or not at all', () => {
  fc.assert(
    fc.property(history, ({ lines: made, fee_cents, steps }) => {
      const posted: Entry[] = []
      let now: LedgerLine[] = made
      let taken_fee_cents = 0
      for (const { earned, taken, basis_points, times } of steps) {
        const shares = taken[Symbol.iterator]()
        now = at(now, earned[Symbol.iterator](), shares)
        taken_fee_cents += Math.floor((fee_cents - taken_fee_cents) * Number(shares.next().value))
        for (let n = 0; n < times; n += 1) {
          const next = nextEntries({ lines: now, fee_cents, taken_fee_cents, basis_points }, posted)
          expect(sum(next)).toBe(0)
          if (n > 0) expect(next).toEqual([])
          posted.push(...next)
        }
        if (times === 0) continue
        for (const line of now) {
          const ofLine = posted.filter(({ order_item_id }) => order_item_id === line.order_item_id)
          const stands = line.is_earned
          expect(sum(ofLine, ({ account }) => account === 'tax')).toBe(
            stands ? line.taken_tax_cents - line.tax_cents : 0,
          )
          const shared = sum(ofLine, ({ account }) => account === 'filmmaker' || account === 'shop')
          expect(shared).toBe(stands ? line.taken_cents - line.net_cents : 0)
        }
        const paid = now.filter(line => line.is_earned)
        const money = paid.reduce(
          (all, line) => all + line.net_cents + line.tax_cents - line.taken_cents - line.taken_tax_cents,
          paid.length > 0 ? fee_cents - taken_fee_cents : 0,
        )
        expect(sum(posted, ({ account }) => account === 'clearing')).toBe(money)
      }
      // What is owed to a filmmaker is never below nothing by orders alone.
      for (const id of [1, 2, 3]) expect(sum(posted, entry => entry.filmmaker_id === id)).toBeLessThanOrEqual(0)
      expect(posted.every(({ cents }) => Number.isInteger(cents) && cents !== 0)).toBe(true)
    }),
  )
})

const standing = { taken_cents: 0, taken_tax_cents: 0, is_earned: true }

test('of what a bank took the filmmaker bears their share of the license, by the split that it was sold under', () => {
  const line = { order_item_id: 1, clip_id: 7, filmmaker_id: 3, net_cents: 10_000, tax_cents: 800, ...standing }
  const sale = nextEntries({ lines: [line], fee_cents: 300, taken_fee_cents: 0, basis_points: 7_000 }, [])
  const taken = [{ ...line, taken_cents: 1_000, taken_tax_cents: 80 }]
  const loss = { lines: taken, fee_cents: 300, taken_fee_cents: 30, basis_points: 5_000 }
  expect(nextEntries(loss, sale).map(({ account, cents }) => [account, cents])).toEqual([
    ['clearing', -1_080],
    ['filmmaker', 700],
    ['shop', 300],
    ['tax', 80],
    ['clearing', -30],
    ['fees', 30],
  ])
})

test('a line that goes back takes back what it earned, though the split has changed since', () => {
  const line = { order_item_id: 1, clip_id: 7, filmmaker_id: 3, net_cents: 10_001, tax_cents: 725, ...standing }
  const sale = nextEntries({ lines: [line], fee_cents: 0, taken_fee_cents: 0, basis_points: 5_000 }, [])
  expect(sale.map(({ account, cents }) => [account, cents])).toEqual([
    ['clearing', 10_726],
    ['filmmaker', -5_001],
    ['shop', -5_000],
    ['tax', -725],
  ])
  const gone = [{ ...line, is_earned: false }]
  const back = nextEntries({ lines: gone, fee_cents: 0, taken_fee_cents: 0, basis_points: 6_000 }, sale)
  expect(back).toEqual(sale.map(entry => ({ ...entry, cents: -entry.cents })))
})

test('a share is never more than the whole, nor below nothing', () => {
  fc.assert(
    fc.property(fc.nat(100_000_000), fc.nat(10_000), (net, basis_points) => {
      const share = shareOf(net, basis_points)
      expect(share >= 0 && share <= net).toBe(true)
    }),
  )
  expect([shareOf(10_001, 5_000), shareOf(19_900, 0), shareOf(19_900, 10_000)]).toEqual([5_001, 0, 19_900])
})
