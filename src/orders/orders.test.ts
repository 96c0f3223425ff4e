import { afterAll, beforeAll, expect, test } from 'vitest'

import { transitionOrder } from '#licenses/transition-order.server.ts'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import {
  seedClip,
  seedOrderDraft,
  seedMember,
  seedOrder,
  type Buyer,
  type TestClip,
} from '../../testing/builders/orders.ts'
import { draftOrder } from './draft.server.ts'
import type { OrderState } from './states.ts'

let shop: TestApp
let buyer: Buyer
let clip: TestClip
beforeAll(async () => {
  shop = await openTestApp()
  buyer = await seedMember(shop)
  clip = await seedClip(shop)
})
afterAll(() => shop.close())

const seedPending = () => seedOrder(shop, buyer, 'pending', { clips: [clip] })
const transition = (id: number, to: OrderState, overrides: object = {}) =>
  shop.db
    .transaction()
    .execute(trx =>
      transitionOrder(trx, id, to, { user_id: null, reason: 'Test', now: shop.clock.now(), ...overrides }),
    )

const listLicenses = (order_id: number) =>
  shop.db
    .selectFrom('licenses as l')
    .innerJoin('order_items as i', 'i.id', 'l.order_item_id')
    .where('i.order_id', '=', order_id)
    .select(['l.id', 'l.clip_id', 'l.format_id', 'l.revoked_at', 'i.refunded', 'i.id as item_id'])
    .orderBy('i.id')
    .execute()

const listEvents = async (order_id: number) => {
  const rows = await shop.db.selectFrom('events').select(['name', 'payload']).orderBy('id').execute()
  return rows.filter(row => (row.payload as { order_id?: number }).order_id === order_id).map(row => row.name)
}

const serialOf = (number: string | null) => Number(number?.slice('LT-2026-'.length))

test('forty orders settled at once get forty consecutive numbers', async () => {
  const orders = []
  for (let i = 0; i < 40; i += 1) orders.push(await seedPending())
  const first = serialOf((await transition((await seedPending()).id, 'paid')).universal_invoice_number)
  const results = await Promise.all(
    orders.map(({ id }, i) => (i % 4 === 3 ? transition(id, 'failed') : transition(id, i % 2 ? 'processing' : 'paid'))),
  )
  const numbers = results.flatMap(m => m.universal_invoice_number ?? [])
  expect(numbers.every(number => /^LT-2026-\d{6}$/.test(number))).toBe(true)
  expect(numbers.map(serialOf).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, i) => first + 1 + i))
})

test('twenty-four concurrent transitions of one order make one number, one transition, one set of licenses and one event', async () => {
  const { id } = await seedOrder(shop, buyer, 'pending')
  const results = await Promise.all(Array.from({ length: 24 }, () => transition(id, 'paid')))
  expect(new Set(results.map(m => m.universal_invoice_number)).size).toBe(1)
  expect(results.filter(m => m.has_changed)).toHaveLength(1)
  expect(await listLicenses(id)).toHaveLength(2)
  expect(await listEvents(id)).toEqual(['order.placed'])
  const transitions = await shop.db
    .selectFrom('order_transitions')
    .where('order_id', '=', id)
    .selectAll()
    .orderBy('id')
    .execute()
  expect(transitions).toMatchObject([
    { from_state: null, to_state: 'pending', user_id: buyer.user_id },
    { from_state: 'pending', to_state: 'paid', user_id: null, reason: 'Test', transitioned_at: shop.clock.now() },
  ])
})

test('a rolled-back sale leaves no gap in the numbers', async () => {
  const [rolledBack, next] = [await seedPending(), await seedPending()]
  const lastSerial = serialOf((await transition((await seedPending()).id, 'paid')).universal_invoice_number)
  await expect(
    shop.db.transaction().execute(async trx => {
      await transitionOrder(trx, rolledBack.id, 'paid', { user_id: null, reason: 'Test', now: shop.clock.now() })
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
  expect(serialOf((await transition(next.id, 'paid')).universal_invoice_number)).toBe(lastSerial + 1)
  expect(await listLicenses(rolledBack.id)).toEqual([])
  expect(await listEvents(rolledBack.id)).toEqual([])
})

test('numbers start at one each year', async () => {
  const now = new Date('2031-01-01T00:00:00Z')
  expect((await transition((await seedPending()).id, 'paid', { now })).universal_invoice_number).toBe('LT-2031-000001')
})

test('a failed order has no number and no licenses, and records an event', async () => {
  const { id } = await seedPending()
  expect(await transition(id, 'failed')).toMatchObject({ state: 'failed', universal_invoice_number: null })
  expect(await listLicenses(id)).toEqual([])
  expect(await listEvents(id)).toEqual(['order.failed'])
  await expect(transition(id, 'paid')).rejects.toMatchObject({ status: 409 })
})

test('a returned bank payment ends the licenses and keeps the number', async () => {
  const { id } = await seedPending()
  const { universal_invoice_number } = await transition(id, 'processing')
  expect((await listLicenses(id)).map(l => l.revoked_at)).toEqual([null])
  expect(await transition(id, 'failed')).toMatchObject({ universal_invoice_number })
  expect((await listLicenses(id)).map(l => l.revoked_at)).toEqual([shop.clock.now()])
})

test('an order on account is due first and paid later, under one number', async () => {
  const { id } = await seedPending()
  await expect(transition(id, 'invoiced')).rejects.toThrow(/check/)
  const due_at = new Date('2026-04-01T00:00:00Z')
  const { universal_invoice_number } = await transition(id, 'invoiced', { due_at })
  await transition(id, 'overdue')
  expect(await transition(id, 'paid')).toMatchObject({ universal_invoice_number })
  const order = await shop.db.selectFrom('orders').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
  expect(order).toMatchObject({ due_at, paid_at: shop.clock.now(), placed_at: shop.clock.now() })
  expect(await listEvents(id)).toEqual(['order.placed', 'order.transitioned', 'order.transitioned'])
})

test('a partial refund ends the licenses of the refunded lines only, and a full refund ends all', async () => {
  const { id, item_ids } = await seedOrder(shop, buyer, 'paid')
  await expect(transition(id, 'partially_refunded')).rejects.toThrow('must name its lines')
  await expect(transition(id, 'partially_refunded', { refunded_item_ids: [999_999] })).rejects.toMatchObject({
    status: 404,
  })
  await transition(id, 'partially_refunded', { refunded_item_ids: item_ids.slice(0, 1) })
  expect((await listLicenses(id)).map(l => [l.revoked_at !== null, l.refunded])).toEqual([
    [true, true],
    [false, false],
  ])
  await transition(id, 'refunded')
  expect((await listLicenses(id)).every(l => l.revoked_at !== null && l.refunded)).toBe(true)
})

test('a second partial refund ends the licenses of its lines too, and a repeated one changes nothing', async () => {
  const { id, item_ids } = await seedOrder(shop, buyer, 'paid', { clips: [clip, clip, clip] })
  const refund = (from: number, to: number) =>
    transition(id, 'partially_refunded', { refunded_item_ids: item_ids.slice(from, to) })
  const listEnded = async () => (await listLicenses(id)).map(l => l.revoked_at !== null && l.refunded)
  await refund(0, 1)
  expect(await refund(1, 2)).toMatchObject({ has_changed: true })
  expect(await listEnded()).toEqual([true, true, false])
  expect(await refund(0, 2)).toMatchObject({ has_changed: false })
  await transition(id, 'disputed')
  await refund(2, 3)
  expect(await listEnded()).toEqual([true, true, true])
})

test('an unknown order is not found', async () => {
  await expect(transition(999_999, 'paid')).rejects.toMatchObject({ status: 404 })
})

test.each([
  ['a total that is not the sum', { total_cents: 1 }],
  ['a negative tax', { tax_cents: -100, total_cents: 19_800 }],
  ['lines that do not add up', { sub_total_cents: 20_000, total_cents: 21_443 }],
])('a draft with %s is refused', async (_, overrides) => {
  const draft = await seedOrderDraft(shop, buyer, { clips: [clip], ...overrides })
  await expect(shop.db.transaction().execute(trx => draftOrder(trx, draft))).rejects.toThrow()
})

test('a cart becomes one order, unless its first order failed', async () => {
  const draft = await seedOrderDraft(shop, buyer, { clips: [clip] })
  const draftAgain = () => shop.db.transaction().execute(trx => draftOrder(trx, draft))
  const id = await draftAgain()
  await expect(draftAgain()).rejects.toThrow(/orders_cart/)
  await transition(id, 'failed')
  expect(await draftAgain()).toBeGreaterThan(id)
})
