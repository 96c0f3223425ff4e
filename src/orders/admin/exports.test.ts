/** The order list's sums, and CSV exports of the same orders. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { transitionOrder } from '#licenses/transition-order.server.ts'
import { listStaffAuditLog } from '#platform/audit/audit-log-contract.ts'
import { DAY_MS } from '#platform/clock.ts'
import { toDay } from '#platform/day.ts'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { seedClip, seedMember, seedOrder, type Buyer } from '../../../testing/builders/orders.ts'
import { seedStaff } from '../../../testing/builders/staff.ts'
import { creditUnpaidOrder } from '../credit-notes.server.ts'
import { cancelStaffOrder, listStaffOrders, orderExportPath, orderExports, type OrderExport } from './contract.ts'

let shop: TestApp
let staff: Buyer
beforeAll(async () => {
  shop = await openTestApp()
  staff = await seedStaff(shop)
  const { db, clock } = shop
  const buyer = await seedMember(shop)
  await db.updateTable('workspaces').set({ name: '=HYPERLINK("x")' }).where('id', '=', buyer.workspace_id).execute()
  await seedOrder(shop, buyer, 'paid')
  await seedOrder(shop, buyer, 'failed')
  const invoice = await seedOrder(shop, buyer, 'invoiced')
  const body = { reason: 'Ticket 3F9A21C7' }
  await staff.visitor.call(cancelStaffOrder, { params: { id: String(invoice.id) }, body })
  clock.advance(40 * DAY_MS)
  staff = await seedStaff(shop)
  const lost = await seedOrder(shop, buyer, 'refunded', { clips: [await seedClip(shop)], po_number: '+1' })
  const { total_cents } = await db.selectFrom('orders').where('id', '=', lost.id).selectAll().executeTakeFirstOrThrow()
  const note = { number: 'LC-2026-000900', fee_cents: 0, refunded_to: 'Visa ending in 1111', created_at: clock.now() }
  await db
    .insertInto('credit_notes')
    .values({ order_id: lost.id, order_item_ids: lost.item_ids, total_cents, by_dispute: true, ...note })
    .execute()
  for (let n = 0; n < 5; n += 1) await seedOrder(shop, await seedMember(shop), n % 2 ? 'paid' : 'invoiced')
})
afterAll(() => shop.close())

const loadCsv = async (name: OrderExport, query: Record<string, string> = {}) => {
  const response = await staff.visitor.send(`${orderExportPath(name)}?${new URLSearchParams(query)}`, { method: 'GET' })
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
  const text = await response.text()
  return text
    .trimEnd()
    .split('\r\n')
    .map(line => line.slice(1, -1).split('","'))
}
const sumColumn = ([header = [], ...rows]: string[][], column: string) =>
  rows.reduce((sum, row) => sum + Math.round(Number(row[header.lastIndexOf(column)]) * 100), 0)
const listOrders = (query: Record<string, string> = {}) =>
  staff.visitor.call(listStaffOrders, { query: query as never })
const dayAfter = (days: number) => toDay(shop.clock.now().getTime() + days * DAY_MS)

test('the sums above the list equal those of every CSV, for any filters', async () => {
  const allOrdersMeta = (await listOrders()).meta
  expect(allOrdersMeta.pagination.total).toBe(8)
  expect(allOrdersMeta.sums.refunded.unformatted).toBe(21_343)
  for (const filters of [
    {},
    { state: 'paid' },
    { state: 'failed' },
    { state: 'refunded' },
    { from: dayAfter(-1) },
    { to: dayAfter(-1) },
    { from: dayAfter(0), to: dayAfter(0), state: 'invoiced' },
    { search: 'hyperlink' },
  ] as Record<string, string>[]) {
    const { data, meta } = await listOrders(filters)
    const { net, tax, total, refunded } = meta.sums
    const listSums = [net, tax, total, refunded].map(({ unformatted }) => unformatted)
    expect(data.length).toBeGreaterThan(0)
    expect(listSums[2]).toBe(data.reduce((sum, row) => sum + row.total.unformatted, 0))
    expect((listSums[0] ?? 0) + (listSums[1] ?? 0)).toBe(listSums[2])
    const orders = await loadCsv('orders', filters)
    expect(orders).toHaveLength(data.length + 1)
    expect(['Net', 'Tax', 'Total', 'Refunded'].map(column => sumColumn(orders, column))).toEqual(listSums)
    const lines = await loadCsv('order-lines', filters)
    expect(['Net', 'Tax', 'Total'].map(column => sumColumn(lines, column))).toEqual(listSums.slice(0, 3))
    expect(sumColumn(await loadCsv('order-refunds', filters), 'Refunded')).toBe(listSums[3])
    // An order that failed at checkout never owed its tax.
    if (filters['state'] !== 'failed') expect(sumColumn(await loadCsv('order-taxes', filters), 'Tax')).toBe(listSums[1])
  }
})

test('days are UTC days, and both the first and the last are included', async () => {
  const countOrders = async (query: Record<string, string>) => (await listOrders(query)).meta.pagination.total
  expect(await countOrders({ from: dayAfter(0), to: dayAfter(0) })).toBe(6)
  expect(await countOrders({ from: dayAfter(-40), to: dayAfter(-1) })).toBe(2)
  expect(await countOrders({ from: dayAfter(1) })).toBe(0)
})

test('a canceled invoice credits its tax and refunds nothing', async () => {
  const [header = [], ...rows] = await loadCsv('order-refunds', { state: 'cancelled' })
  expect(
    rows.map(row => [row[header.indexOf('Kind')], row[header.indexOf('Amount')], row[header.indexOf('Refunded')]]),
  ).toEqual([['Canceled invoice', '426.86', '0.00']])
  const taxes = await loadCsv('order-taxes', { state: 'cancelled' })
  expect(taxes[1]).toEqual(['California sales tax', 'California', '7.25%', '1', '398.00', '28.86', '28.86'])
})

test('a returned debit credits its tax, and an order that failed at checkout has none', async () => {
  const { id } = await seedOrder(shop, await seedMember(shop), 'processing', { po_number: 'Returned' })
  await shop.db.transaction().execute(async trx => {
    await transitionOrder(trx, id, 'failed', { user_id: null, reason: 'Returned', now: shop.clock.now() })
    await creditUnpaidOrder(trx, id, shop.clock.now())
  })
  const [, ...taxes] = await loadCsv('order-taxes', { state: 'failed' })
  expect(taxes).toEqual([['California sales tax', 'California', '7.25%', '1', '398.00', '28.86', '28.86']])
  const [header = [], ...rows] = await loadCsv('order-refunds', { state: 'failed' })
  expect(rows.map(row => [row[header.indexOf('Kind')], row[header.indexOf('Refunded')]])).toEqual([
    ['Returned debit', '0.00'],
  ])
})

test('the CSV escapes a name that looks like a formula', async () => {
  const [header = [], ...rows] = await loadCsv('orders', { search: 'hyperlink' })
  expect(rows[0]?.[header.indexOf('Workspace')]).toBe(`'=HYPERLINK(""x"")`)
  expect(rows.at(-1)?.[header.indexOf('Purchase order')]).toBe("'+1")
})

test('an unknown filter is an error with its name, for the list and for every CSV', async () => {
  for (const path of ['/api/admin/orders', ...orderExports.map(orderExportPath)]) {
    const response = await staff.visitor.send(`${path}?date_from=2026-01-01`, { method: 'GET' })
    expect([path, response.status, (await response.json()).message]).toEqual([
      path,
      422,
      'Orders have no filter “date_from”.',
    ])
  }
})

test('an export is in the audit log, with its filters', async () => {
  await loadCsv('order-taxes', { from: '2026-01-01', state: 'paid' })
  const { data } = await staff.visitor.call(listStaffAuditLog, { query: { about: 'export' } })
  expect(data[0]).toMatchObject({
    staff_email: staff.email,
    about_key: 'order-taxes',
    action: 'exported',
    reason: 'from 2026-01-01, state “Paid”',
  })
})
