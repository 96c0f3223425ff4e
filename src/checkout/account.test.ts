import fc from 'fast-check'
import { expect, test } from 'vitest'

import { accountRefusal } from './account.ts'

const cents = fc.integer({ min: 1, max: 10_000_000 })

test('an order within the credit limit is accepted, and one cent more is not', () => {
  fc.assert(
    fc.property(cents, cents, (owed_cents, total_cents) => {
      const limit_cents = owed_cents + total_cents
      expect(accountRefusal({ late_invoice: null, owed_cents, limit_cents }, total_cents)).toBeNull()
      expect(accountRefusal({ late_invoice: null, owed_cents, limit_cents }, total_cents + 1)).toMatch(/credit limit/)
    }),
  )
})

test('an overdue invoice past its grace period comes first, however little is owed', () => {
  const credit = { late_invoice: 'LT-2026-000001', owed_cents: 1, limit_cents: 1_000_000 }
  expect(accountRefusal(credit, 1)).toMatch(/^Your invoice LT-2026-000001 has been overdue for more than 14 days/)
})

test('the refusal over the limit names the order, the limit, what is owed and what is left', () => {
  const credit = { late_invoice: null, owed_cents: 130_305, limit_cents: 2_000_000 }
  expect(accountRefusal(credit, 4_460_715)).toBe(
    "This order of $44,607.15 is over your workspace's credit limit of $20,000.00: $1,303.05 is already owed, so $18,696.95 is left.",
  )
  expect(accountRefusal({ ...credit, limit_cents: 100_000 }, 1)).toMatch(
    /\$1,303.05 is already owed, so \$0.00 is left\.$/,
  )
})
