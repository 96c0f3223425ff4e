import { expect, test } from 'vitest'

import { canSeeOrders, downloadsClosed } from './policy.ts'
import { orderStates } from './states.ts'

const due_at = new Date('2026-04-01T00:00:00Z')
const onTime = new Date('2026-03-20T00:00:00Z')
const open = (is_trusted: boolean, now = onTime) =>
  orderStates.filter(state => downloadsClosed({ state, due_at, is_trusted }, now) === null)

test('files go when the order is paid, or on account and in good standing', () => {
  expect(open(false)).toEqual(['paid', 'invoiced', 'overdue', 'partially_refunded'])
})

test('a bank payment on its way is enough for a trusted workspace', () => {
  expect(open(true)).toContain('processing')
})

test('an invoice closes its files once it is more than fourteen days overdue', () => {
  const lastMoment = new Date('2026-04-15T00:00:00.000Z')
  expect(open(false, lastMoment)).toContain('invoiced')
  expect(open(false, new Date(lastMoment.getTime() + 1))).toEqual(['paid', 'partially_refunded'])
})

test('guests of a workspace do not see its orders', () => {
  expect(canSeeOrders('guest')).toBe(false)
  expect(canSeeOrders(null)).toBe(false)
  expect(canSeeOrders('asset_manager')).toBe(true)
})
