import { expect, test } from 'vitest'

import { canSeeOrders, getDownloadsClosedReason } from './policy.ts'
import { orderStates } from './states.ts'

const due_at = new Date('2026-04-01T00:00:00Z')
const beforeDue = new Date('2026-03-20T00:00:00Z')
const listDownloadableStates = (is_trusted: boolean, now = beforeDue) =>
  orderStates.filter(state => getDownloadsClosedReason({ state, due_at, is_trusted }, now) === null)

test('downloads are open when the order is paid, or on account and in good standing', () => {
  expect(listDownloadableStates(false)).toEqual(['paid', 'invoiced', 'overdue', 'partially_refunded'])
})

test('a bank payment in progress is enough for a trusted workspace', () => {
  expect(listDownloadableStates(true)).toContain('processing')
})

test('downloads close once an invoice is more than fourteen days overdue', () => {
  const lastMoment = new Date('2026-04-15T00:00:00.000Z')
  expect(listDownloadableStates(false, lastMoment)).toContain('invoiced')
  expect(listDownloadableStates(false, new Date(lastMoment.getTime() + 1))).toEqual(['paid', 'partially_refunded'])
})

test('workspace guests do not see orders', () => {
  expect(canSeeOrders('guest')).toBe(false)
  expect(canSeeOrders(null)).toBe(false)
  expect(canSeeOrders('asset_manager')).toBe(true)
})
