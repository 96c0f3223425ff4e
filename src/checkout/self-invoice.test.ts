import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { getCart } from '#cart/contract.ts'
import { DAY_MS } from '#platform/clock.ts'
import { FLAG_CACHE_MS } from '#platform/flags/flag-table.server.ts'
import { PURCHASING_REFUSAL } from '#workspaces/policy.ts'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { seedBuyer, type CartBuyer } from '../../testing/builders/checkout.ts'
import { seedCoupon, applyCoupon } from '../../testing/builders/coupons.ts'
import { seedClip, type TestClip } from '../../testing/builders/orders.ts'
import { getAccount, selfInvoice, type SelfInvoiceBody } from './contract.ts'

let shop: TestApp
let clip: TestClip
beforeAll(async () => {
  shop = await openTestApp()
  clip = await seedClip(shop)
})
afterAll(() => shop.close())

const project = {
  client_name: 'Northwind Ferries',
  project_name: 'Winter timetable',
  project_description: 'A 30-second spot',
  start_date: '2026-04-01',
  po_number: 'PO-7',
}
const enableAccount = (buyer: CartBuyer, credit_limit_cents: number) =>
  shop.db
    .updateTable('workspaces')
    .set({ has_self_invoicing: true, credit_limit_cents, net_payment_term_days: 45 })
    .where('id', '=', buyer.workspace_id)
    .execute()
const buy = ({ visitor, cart }: CartBuyer, change: Partial<SelfInvoiceBody> = {}) =>
  visitor.call(selfInvoice, { body: { ...project, cart_hash: cart.hash ?? '', ...change } })
const ordersOf = ({ workspace_id }: CartBuyer) =>
  shop.db.selectFrom('orders').where('workspace_id', '=', workspace_id).selectAll().orderBy('id').execute()

test('an order on account is placed at once, due by the payment term, with its project', async () => {
  const buyer = await seedBuyer(shop, [clip])
  await enableAccount(buyer, 1_000_000)
  const { data } = await buy(buyer)
  const [order] = await ordersOf(buyer)
  expect(order).toMatchObject({
    id: data.order_id,
    state: 'invoiced',
    universal_invoice_number: data.invoice_number,
    po_number: 'PO-7',
  })
  expect(data).toMatchObject({
    user_first_purchase: true,
    ga_data: { order_number: data.invoice_number, custom: false, items: [{ clip_id: clip.id }] },
  })
  expect(order?.due_at).toEqual(new Date(shop.clock.now().getTime() + 45 * DAY_MS))
  const projects = await shop.db
    .selectFrom('project_details')
    .where('order_id', '=', data.order_id)
    .selectAll()
    .execute()
  expect(projects).toMatchObject([project])
  expect((await buyer.visitor.call(getCart, {})).data).toMatchObject({ hash: null })
})

test('the account returns its terms, what is owed, and the overdue invoice', async () => {
  const buyer = await seedBuyer(shop, [clip])
  const loadAccount = async () => (await buyer.visitor.call(getAccount, {})).data
  expect(await loadAccount()).toBeNull()
  await enableAccount(buyer, 1_000_000)
  expect(await loadAccount()).toMatchObject({ net_days: 45, late_invoice: null, owed: { unformatted: 0 } })
  const { invoice_number } = (await buy(buyer)).data
  const [order] = await ordersOf(buyer)
  const owed = { owed: { unformatted: order?.total_cents }, credit_limit: { formatted: '$10,000.00' } }
  expect(await loadAccount()).toMatchObject({ late_invoice: null, ...owed })
  const setDaysOverdue = (days: number) =>
    shop.db
      .updateTable('orders')
      .set({ due_at: new Date(shop.clock.now().getTime() - days * DAY_MS) })
      .where('workspace_id', '=', buyer.workspace_id)
      .execute()
  await setDaysOverdue(14)
  expect(await loadAccount()).toMatchObject({ late_invoice: null })
  await setDaysOverdue(15)
  expect(await loadAccount()).toMatchObject({ late_invoice: invoice_number, ...owed })
})

test('a cart that costs nothing is not invoiced', async () => {
  const buyer = await seedBuyer(shop, [clip])
  await enableAccount(buyer, 1_000_000)
  await applyCoupon(buyer, (await seedCoupon(shop, { value: 100 })).code)
  await expect(buy(buyer)).rejects.toMatchObject({ status: 409 })
  expect(await ordersOf(buyer)).toEqual([])
})

test('a retry with the same key returns the same invoice', async () => {
  const buyer = await seedBuyer(shop, [clip])
  await enableAccount(buyer, 1_000_000)
  const body = { ...project, cart_hash: buyer.cart.hash ?? '' }
  const send = (idempotencyKey: string) => buyer.visitor.call(selfInvoice, { body }, { idempotencyKey })
  const key = randomUUID()
  const { data } = await send(key)
  expect((await send(key)).data).toEqual(data)
  expect(await ordersOf(buyer)).toHaveLength(1)
  await expect(send(randomUUID())).rejects.toMatchObject({ status: 409, meta: { invoice_number: data.invoice_number } })
})

test('twenty users of one workspace buy at once: the limit is never exceeded, and everything that fits is sold', async () => {
  const first = await seedBuyer(shop, [clip])
  const price = first.cart.total.unformatted
  const others = []
  for (let n = 1; n < 20; n += 1)
    others.push(await seedBuyer(shop, [clip], { workspace_id: first.workspace_id, role: 'purchaser' }))
  await enableAccount(first, price * 7 + price - 1)
  const results = await Promise.allSettled([first, ...others].map(buyer => buy(buyer)))
  expect(results.filter(result => result.status === 'fulfilled')).toHaveLength(7)
  for (const result of results)
    if (result.status === 'rejected')
      expect(result.reason).toMatchObject({ status: 409, message: expect.stringContaining('credit limit') })
  const orders = await ordersOf(first)
  expect(orders.reduce((sum, order) => sum + order.total_cents, 0)).toBe(price * 7)
})

test('twenty concurrent purchases of one cart place one order', async () => {
  const buyer = await seedBuyer(shop, [clip])
  await enableAccount(buyer, 100_000_000)
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => buy(buyer)))
  expect(results.filter(result => result.status === 'fulfilled')).toHaveLength(1)
  expect(await ordersOf(buyer)).toHaveLength(1)
})

describe('it is refused', () => {
  test('without an account', async () => {
    const buyer = await seedBuyer(shop, [clip])
    await expect(buy(buyer)).rejects.toMatchObject({ status: 403, message: expect.stringContaining('on account') })
  })

  test('where the flag is off, regardless of the workspace', async () => {
    const buyer = await seedBuyer(shop, [clip])
    await enableAccount(buyer, 1_000_000)
    const flag = { key: 'cart-redesign-self-invoicing', is_on: false, updated_at: shop.clock.now() }
    await shop.db.insertInto('flags').values(flag).execute()
    shop.clock.advance(FLAG_CACHE_MS)
    await expect(buy(buyer)).rejects.toMatchObject({ status: 403, message: expect.stringContaining('on account') })
    expect((await buyer.visitor.call(getAccount, {})).data).toBeNull()
    expect(await ordersOf(buyer)).toEqual([])
    await shop.db.deleteFrom('flags').where('key', '=', flag.key).execute()
    shop.clock.advance(FLAG_CACHE_MS)
    expect((await buy(buyer)).data.invoice_number).toMatch(/^LT-/)
  })

  test('for a role that cannot buy', async () => {
    const buyer = await seedBuyer(shop, [clip], { role: 'asset_manager' })
    await enableAccount(buyer, 1_000_000)
    await expect(buy(buyer)).rejects.toMatchObject({ status: 403, message: PURCHASING_REFUSAL })
  })

  test('for another user’s cart, which stays unchanged', async () => {
    const [own, other] = [await seedBuyer(shop, [clip]), await seedBuyer(shop, [clip])]
    await enableAccount(own, 1_000_000)
    await expect(buy(own, { cart_hash: other.cart.hash ?? '' })).rejects.toMatchObject({
      status: 404,
      message: 'No cart found',
    })
    expect((await other.visitor.call(getCart, {})).data).toEqual(other.cart)
  })

  test('for a cart that has changed since it was seen', async () => {
    const buyer = await seedBuyer(shop, [clip])
    await enableAccount(buyer, 1_000_000)
    await expect(buy(buyer, { seen: 'something else' })).rejects.toMatchObject({ status: 409 })
    expect(await ordersOf(buyer)).toEqual([])
  })

  test('while an invoice is more than 14 days overdue', async () => {
    const buyer = await seedBuyer(shop, [clip])
    await enableAccount(buyer, 100_000_000)
    await buy(buyer)
    await shop.db
      .updateTable('orders')
      .set({ due_at: new Date(shop.clock.now().getTime() - 15 * DAY_MS) })
      .where('workspace_id', '=', buyer.workspace_id)
      .execute()
    const colleague = await seedBuyer(shop, [clip], { workspace_id: buyer.workspace_id })
    await expect(buy(colleague)).rejects.toMatchObject({ status: 409, message: expect.stringContaining('overdue') })
  })

  test.each([
    ['cart_hash', 'No cart found'],
    ['client_name', 'Client name is required'],
    ['project_name', 'Project name is required'],
    ['project_description', 'Project description is required'],
    ['start_date', 'Start date is required'],
  ] as const)('without %s', async (field, text) => {
    const buyer = await seedBuyer(shop, [clip])
    await enableAccount(buyer, 1_000_000)
    await expect(buy(buyer, { [field]: '' })).rejects.toMatchObject({ status: 422, errors: { [field]: [text] } })
    expect(await ordersOf(buyer)).toEqual([])
  })
})
