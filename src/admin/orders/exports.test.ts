/** The orders that staff filter: their sums, and the same orders as CSV. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { aClip, aMember, anOrder, type Buyer } from '../../../testing/builders/orders.ts'
import { aStaff } from '../../../testing/builders/staff.ts'
import { listStaffLog } from '../log/contract.ts'
import { cancelStaffOrder, listStaffOrders, orderExportPath, orderExports, type OrderExport } from './contract.ts'

let shop: TestApp
let staff: Buyer
beforeAll(async () => {
  shop = await openTestApp()
  staff = await aStaff(shop)
  const { db, clock } = shop
  const buyer = await aMember(shop)
  await db.updateTable('workspaces').set({ name: '=HYPERLINK("x")' }).where('id', '=', buyer.workspace_id).execute()
  await anOrder(shop, buyer, 'paid')
  await anOrder(shop, buyer, 'failed')
  const invoice = await anOrder(shop, buyer, 'invoiced')
  const body = { reason: 'Ticket 3F9A21C7' }
  await staff.visitor.call(cancelStaffOrder, { params: { id: String(invoice.id) }, body })
  clock.advance(40 * 86_400_000)
  staff = await aStaff(shop)
  const lost = await anOrder(shop, buyer, 'refunded', { clips: [await aClip(shop)], po_number: '+1' })
  const { total_cents } = await db.selectFrom('orders').where('id', '=', lost.id).selectAll().executeTakeFirstOrThrow()
  const note = { number: 'LC-2026-000900', fee_cents: 0, given_back_to: 'Visa ending in 1111', made_at: clock.now() }
  await db
    .insertInto('credit_notes')
    .values({ order_id: lost.id, order_item_ids: lost.item_ids, total_cents, by_dispute: true, ...note })
    .execute()
  for (let n = 0; n < 5; n += 1) await anOrder(shop, await aMember(shop), n % 2 ? 'paid' : 'invoiced')
})
afterAll(() => shop.close())

const csv = async (name: OrderExport, query: Record<string, string> = {}) => {
  const answer = await staff.visitor.send(`${orderExportPath(name)}?${new URLSearchParams(query)}`, { method: 'GET' })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
  const text = await answer.text()
  return text
    .trimEnd()
    .split('\r\n')
    .map(line => line.slice(1, -1).split('","'))
}
const cents = ([head = [], ...rows]: string[][], column: string) =>
  rows.reduce((sum, row) => sum + Math.round(Number(row[head.lastIndexOf(column)]) * 100), 0)
const list = (query: Record<string, string> = {}) => staff.visitor.call(listStaffOrders, { query: query as never })
const dayAfter = (days: number) => new Date(shop.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)

test('the sums above the list are those of every CSV, whatever the filters', async () => {
  const all = (await list()).meta
  expect(all.pagination.total).toBe(8)
  expect(all.sums.refunded.unformatted).toBe(21_343)
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
    const { data, meta } = await list(filters)
    const { net, tax, total, refunded } = meta.sums
    const said = [net, tax, total, refunded].map(({ unformatted }) => unformatted)
    expect(data.length).toBeGreaterThan(0)
    expect(said[2]).toBe(data.reduce((sum, row) => sum + row.total.unformatted, 0))
    expect((said[0] ?? 0) + (said[1] ?? 0)).toBe(said[2])
    const orders = await csv('orders', filters)
    expect(orders).toHaveLength(data.length + 1)
    expect(['Net', 'Tax', 'Total', 'Refunded'].map(column => cents(orders, column))).toEqual(said)
    const lines = await csv('order-lines', filters)
    expect(['Net', 'Tax', 'Total'].map(column => cents(lines, column))).toEqual(said.slice(0, 3))
    expect(cents(await csv('order-refunds', filters), 'Refunded')).toBe(said[3])
    expect(cents(await csv('order-taxes', filters), 'Tax')).toBe(said[1])
  }
})

test('days are days in UTC, and both are included', async () => {
  const totalOf = async (query: Record<string, string>) => (await list(query)).meta.pagination.total
  expect(await totalOf({ from: dayAfter(0), to: dayAfter(0) })).toBe(6)
  expect(await totalOf({ from: dayAfter(-40), to: dayAfter(-1) })).toBe(2)
  expect(await totalOf({ from: dayAfter(1) })).toBe(0)
})

test('a canceled invoice credits its tax and refunds nothing', async () => {
  const [head = [], ...rows] = await csv('order-refunds', { state: 'cancelled' })
  expect(
    rows.map(row => [row[head.indexOf('Kind')], row[head.indexOf('Amount')], row[head.indexOf('Refunded')]]),
  ).toEqual([['Canceled invoice', '426.86', '0.00']])
  const taxes = await csv('order-taxes', { state: 'cancelled' })
  expect(taxes[1]).toEqual(['California sales tax', 'California', '7.25%', '1', '398.00', '28.86', '28.86'])
})

test('a name that is a formula stays text', async () => {
  const [head = [], ...rows] = await csv('orders', { search: 'hyperlink' })
  expect(rows[0]?.[head.indexOf('Workspace')]).toBe(`'=HYPERLINK(""x"")`)
  expect(rows.at(-1)?.[head.indexOf('Purchase order')]).toBe("'+1")
})

test('an unknown filter is an error with its name, for the list and for every CSV', async () => {
  for (const path of ['/api/admin/orders', ...orderExports.map(orderExportPath)]) {
    const answer = await staff.visitor.send(`${path}?date_from=2026-01-01`, { method: 'GET' })
    expect([path, answer.status, (await answer.json()).message]).toEqual([
      path,
      422,
      'Orders have no filter “date_from”.',
    ])
  }
})

test('an export is in the staff log, with its filters', async () => {
  await csv('order-taxes', { from: '2026-01-01', state: 'paid' })
  const { data } = await staff.visitor.call(listStaffLog, { query: { about: 'export' } })
  expect(data[0]).toMatchObject({
    staff_email: staff.email,
    about_key: 'order-taxes',
    action: 'Exported',
    reason: 'from 2026-01-01, state “Paid”',
  })
})
