import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { aClip, aDraft, aMember, anOrder, type Buyer, type TestClip } from '../../testing/builders/orders.ts'
import { draftOrder } from './draft.server.ts'
import { moveOrder } from './orders.server.ts'
import type { OrderState } from './states.ts'

let shop: TestApp
let buyer: Buyer
let clip: TestClip
beforeAll(async () => {
  shop = await openTestApp()
  buyer = await aMember(shop)
  clip = await aClip(shop)
})
afterAll(() => shop.close())

const pending = () => anOrder(shop, buyer, 'pending', { clips: [clip] })
const move = (id: number, to: OrderState, more: object = {}) =>
  shop.db
    .transaction()
    .execute(trx => moveOrder(trx, id, to, { user_id: null, reason: 'Test', now: shop.clock.now(), ...more }))

const licensesOf = (order_id: number) =>
  shop.db
    .selectFrom('licenses as l')
    .innerJoin('order_items as i', 'i.id', 'l.order_item_id')
    .where('i.order_id', '=', order_id)
    .select(['l.id', 'l.clip_id', 'l.format_id', 'l.revoked_at', 'i.refunded', 'i.id as item_id'])
    .orderBy('i.id')
    .execute()

const eventsOf = async (order_id: number) => {
  const rows = await shop.db.selectFrom('events').select(['name', 'payload']).orderBy('id').execute()
  return rows.filter(row => (row.payload as { order_id?: number }).order_id === order_id).map(row => row.name)
}

const serialOf = (number: string | null) => Number(number?.slice('LT-2026-'.length))

test('forty orders settled at once get forty numbers in a row', async () => {
  const orders = []
  for (let i = 0; i < 40; i += 1) orders.push(await pending())
  const first = serialOf((await move((await pending()).id, 'paid')).universal_invoice_number)
  const moved = await Promise.all(
    orders.map(({ id }, i) => (i % 4 === 3 ? move(id, 'failed') : move(id, i % 2 ? 'processing' : 'paid'))),
  )
  const numbers = moved.flatMap(m => m.universal_invoice_number ?? [])
  expect(numbers.every(number => /^LT-2026-\d{6}$/.test(number))).toBe(true)
  expect(numbers.map(serialOf).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, i) => first + 1 + i))
})

test('twenty-four callers settling one order make one number, one move, one set of licenses, one event', async () => {
  const { id } = await anOrder(shop, buyer, 'pending')
  const moved = await Promise.all(Array.from({ length: 24 }, () => move(id, 'paid')))
  expect(new Set(moved.map(m => m.universal_invoice_number)).size).toBe(1)
  expect(moved.filter(m => m.has_moved)).toHaveLength(1)
  expect(await licensesOf(id)).toHaveLength(2)
  expect(await eventsOf(id)).toEqual(['order.placed'])
  const moves = await shop.db.selectFrom('order_moves').where('order_id', '=', id).selectAll().orderBy('id').execute()
  expect(moves).toMatchObject([
    { from_state: null, to_state: 'pending', user_id: buyer.user_id },
    { from_state: 'pending', to_state: 'paid', user_id: null, reason: 'Test', moved_at: shop.clock.now() },
  ])
})

test('a sale that is rolled back gives its number back', async () => {
  const [lost, kept] = [await pending(), await pending()]
  const before = serialOf((await move((await pending()).id, 'paid')).universal_invoice_number)
  await expect(
    shop.db.transaction().execute(async trx => {
      await moveOrder(trx, lost.id, 'paid', { user_id: null, reason: 'Test', now: shop.clock.now() })
      throw new Error('the lights went out')
    }),
  ).rejects.toThrow('the lights went out')
  expect(serialOf((await move(kept.id, 'paid')).universal_invoice_number)).toBe(before + 1)
  expect(await licensesOf(lost.id)).toEqual([])
  expect(await eventsOf(lost.id)).toEqual([])
})

test('each year counts from one', async () => {
  const now = new Date('2031-01-01T00:00:00Z')
  expect((await move((await pending()).id, 'paid', { now })).universal_invoice_number).toBe('LT-2031-000001')
})

test('a failed order has no number and no licenses, and says so', async () => {
  const { id } = await pending()
  expect(await move(id, 'failed')).toMatchObject({ state: 'failed', universal_invoice_number: null })
  expect(await licensesOf(id)).toEqual([])
  expect(await eventsOf(id)).toEqual(['order.failed'])
  await expect(move(id, 'paid')).rejects.toMatchObject({ status: 409 })
})

test('a bank payment that bounces ends the licenses and keeps the number', async () => {
  const { id } = await pending()
  const { universal_invoice_number } = await move(id, 'processing')
  expect((await licensesOf(id)).map(l => l.revoked_at)).toEqual([null])
  expect(await move(id, 'failed')).toMatchObject({ universal_invoice_number })
  expect((await licensesOf(id)).map(l => l.revoked_at)).toEqual([shop.clock.now()])
})

test('on account: due first, paid later, one number throughout', async () => {
  const { id } = await pending()
  await expect(move(id, 'invoiced')).rejects.toThrow(/check/)
  const due_at = new Date('2026-04-01T00:00:00Z')
  const { universal_invoice_number } = await move(id, 'invoiced', { due_at })
  await move(id, 'overdue')
  expect(await move(id, 'paid')).toMatchObject({ universal_invoice_number })
  const order = await shop.db.selectFrom('orders').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
  expect(order).toMatchObject({ due_at, paid_at: shop.clock.now(), placed_at: shop.clock.now() })
  expect(await eventsOf(id)).toEqual(['order.placed', 'order.moved', 'order.moved'])
})

test('a partial refund ends only the licenses of the lines given back, a whole one all', async () => {
  const { id, item_ids } = await anOrder(shop, buyer, 'paid')
  await expect(move(id, 'partially_refunded')).rejects.toThrow('must name its lines')
  await expect(move(id, 'partially_refunded', { refunded_item_ids: [999_999] })).rejects.toMatchObject({ status: 404 })
  await move(id, 'partially_refunded', { refunded_item_ids: item_ids.slice(0, 1) })
  expect((await licensesOf(id)).map(l => [l.revoked_at !== null, l.refunded])).toEqual([
    [true, true],
    [false, false],
  ])
  await move(id, 'refunded')
  expect((await licensesOf(id)).every(l => l.revoked_at !== null && l.refunded)).toBe(true)
})

test('a second partial refund ends the licenses of its lines too, and the same one again changes nothing', async () => {
  const { id, item_ids } = await anOrder(shop, buyer, 'paid', { clips: [clip, clip, clip] })
  const giveBack = (from: number, to: number) =>
    move(id, 'partially_refunded', { refunded_item_ids: item_ids.slice(from, to) })
  const ended = async () => (await licensesOf(id)).map(l => l.revoked_at !== null && l.refunded)
  await giveBack(0, 1)
  expect(await giveBack(1, 2)).toMatchObject({ has_moved: true })
  expect(await ended()).toEqual([true, true, false])
  expect(await giveBack(0, 2)).toMatchObject({ has_moved: false })
  await move(id, 'disputed')
  await giveBack(2, 3)
  expect(await ended()).toEqual([true, true, true])
})

test('an unknown order is not found', async () => {
  await expect(move(999_999, 'paid')).rejects.toMatchObject({ status: 404 })
})

test.each([
  ['a total that is not the sum', { total_cents: 1 }],
  ['a negative tax', { tax_cents: -100, total_cents: 19_800 }],
  ['lines that do not add up', { sub_total_cents: 20_000, total_cents: 21_443 }],
])('%s is refused', async (_, wish) => {
  const draft = await aDraft(shop, buyer, { clips: [clip], ...wish })
  await expect(shop.db.transaction().execute(trx => draftOrder(trx, draft))).rejects.toThrow()
})

test('one cart becomes one order, unless the first one failed', async () => {
  const draft = await aDraft(shop, buyer, { clips: [clip] })
  const again = () => shop.db.transaction().execute(trx => draftOrder(trx, draft))
  const id = await again()
  await expect(again()).rejects.toThrow(/orders_cart/)
  await move(id, 'failed')
  expect(await again()).toBeGreaterThan(id)
})
