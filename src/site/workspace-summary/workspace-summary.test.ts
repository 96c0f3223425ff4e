/** Tests for the workspace's overview: spending against the orders, what waits, and access by role. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { addItems } from '#cart/contract.ts'
import { requestPurchase } from '#cart/requests/contract.ts'
import { monthOf } from '#earnings/months.ts'
import { getRegister } from '#licenses/register/contract.ts'
import { DAY_MS } from '#platform/clock.ts'
import { listQuotes } from '#quotes/contract.ts'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { seedClip, seedMember, seedOrder, type Buyer, type TestClip } from '../../../testing/builders/orders.ts'
import { seedQuote } from '../../../testing/builders/quotes.ts'
import { signInAgain } from '../../../testing/builders/staff.ts'
import { getWorkspaceSummary } from './contract.ts'

/** A clip at $199.00 with 7.25% tax. */
const CLIP_CENTS = 21_343

let shop: TestApp
let owner: Buyer
let clip: TestClip
beforeAll(async () => {
  shop = await openTestApp()
  clip = await seedClip(shop)
  owner = await seedMember(shop)
})
afterAll(() => shop.close())

const load = async ({ visitor }: Buyer) => (await visitor.call(getWorkspaceSummary, {})).data
const loadOrders = async (member = owner) => {
  const { orders } = await load(member)
  if (!orders) throw new Error('The role sees orders.')
  return orders
}
const credit = async (order: { id: number; item_ids: number[] }, total_cents: number, number: string) => {
  const note = { fee_cents: 0, tax_cents: 0, refunded_to: '', by_dispute: true, created_at: shop.clock.now() }
  await shop.db
    .insertInto('credit_notes')
    .values({ ...note, order_id: order.id, order_item_ids: order.item_ids, total_cents, number })
    .execute()
}

test('spending is what was ordered less what was credited, in the month of each, for this workspace only', async () => {
  const { db, clock } = shop
  const expected = new Map<string, number>()
  const add = (cents: number) => {
    const month = monthOf(clock.now())
    expected.set(month, (expected.get(month) ?? 0) + cents)
  }
  const other = await seedMember(shop)
  for (let month = 0; month < 26; month += 1) {
    clock.advance(31 * DAY_MS)
    const order = await seedOrder(shop, owner, month % 3 === 0 ? 'invoiced' : 'paid', { clips: [clip] })
    add(CLIP_CENTS)
    if (month % 4 === 1) {
      clock.advance(2 * DAY_MS)
      const cents = 100 * month + 7
      await credit(order, cents, `LC-2026-${String(month).padStart(6, '0')}`)
      add(-cents)
    }
    await seedOrder(shop, owner, 'failed', { clips: [clip] })
    await seedOrder(shop, other, 'paid', { clips: [clip] })
  }
  await signInAgain(shop, owner)
  const { months, spent, spent_before } = await loadOrders()
  expect(months).toHaveLength(12)
  expect(months.at(-1)?.month).toBe(monthOf(clock.now()))
  const yearBefore = (month: string) => `${Number(month.slice(0, 4)) - 1}${month.slice(4)}`
  for (const point of months) {
    expect([point.month, point.spent.unformatted]).toEqual([point.month, expected.get(point.month) ?? 0])
    expect([point.month, point.spent_before.unformatted]).toEqual([
      point.month,
      expected.get(yearBefore(point.month)) ?? 0,
    ])
  }
  const sumOf = (name: 'spent' | 'spent_before') => months.reduce((sum, month) => sum + month[name].unformatted, 0)
  expect([spent.unformatted, spent_before.unformatted]).toEqual([sumOf('spent'), sumOf('spent_before')])
  expect(
    await db.selectFrom('orders').where('workspace_id', '=', owner.workspace_id).select('id').execute(),
  ).toHaveLength(52)
})

test('unpaid invoices, open quotes and licenses that end soon are those of their lists', async () => {
  const buyer = await seedMember(shop)
  await seedOrder(shop, buyer, 'invoiced', { clips: [clip] })
  await seedOrder(shop, buyer, 'overdue', { clips: [clip] })
  const { id } = await seedOrder(shop, buyer, 'paid', { clips: [clip] })
  await shop.db
    .updateTable('licenses')
    .set({ ends_at: new Date(shop.clock.now().getTime() + 5 * DAY_MS) })
    .where('order_item_id', 'in', db => db.selectFrom('order_items').where('order_id', '=', id).select('id'))
    .execute()
  await seedQuote(shop, buyer, [clip])
  await seedQuote(shop, buyer, [clip], { expires_at: new Date(shop.clock.now().getTime() + 1_000) })
  shop.clock.advance(2_000)
  const { invoices, quotes, ends_soon } = await loadOrders(buyer)
  expect(invoices).toMatchObject({ count: 2, overdue: 1, total: { unformatted: 2 * CLIP_CENTS } })
  const payable = await buyer.visitor.call(listQuotes, { query: { state: 'open' } })
  expect([quotes, payable.meta.pagination.total]).toEqual([1, 1])
  const register = await buyer.visitor.call(getRegister, { query: { state: 'ends_soon' } })
  expect(ends_soon.count).toBe(register.meta.pagination.total)
  expect(ends_soon.licenses).toMatchObject([{ id: register.data[0]?.id, name: clip.name }])
})

test('members who may buy see everyone’s open requests, others their own; workspace guests see no orders', async () => {
  const buyer = await seedMember(shop)
  const manager = await seedMember(shop, 'asset_manager', buyer.workspace_id)
  const guest = await seedMember(shop, 'guest', buyer.workspace_id)
  const terms = { org_type: 'commercial' as const, end_client_size: 2, distribution_ids: [3], format_id: 3 }
  await manager.visitor.call(addItems, { body: { ...terms, clips: [clip.id] } })
  await manager.visitor.call(requestPurchase, { body: { note: 'For the trailer' } })
  expect([(await load(buyer)).requests, (await load(manager)).requests, (await load(guest)).requests]).toEqual([
    1, 1, 0,
  ])
  expect((await load(manager)).orders).not.toBeNull()
  expect((await load(guest)).orders).toBeNull()
})
