/** Paying by number what was bought on account. */
import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { getCart } from '#cart/contract.ts'
import { getOrder } from '#orders/contract.ts'
import { moveOrder } from '#orders/orders.server.ts'
import { ordersReactions } from '#orders/reactions.server.ts'
import { openGateway, type Gateway } from '#payments/gateway.server.ts'
import type { Events } from '#platform/outbox.server.ts'

import { checkoutProof, openCheckoutShop, payment } from '../../testing/builders/checkout.ts'
import { aMember, anOrder, type Buyer } from '../../testing/builders/orders.ts'
import { keep } from '../../testing/builders/payers.ts'
import { checkoutInvoice, getInvoice, type CheckoutBody } from './contract.ts'
import { sweepAttempts } from './sweep.server.ts'

let at: Awaited<ReturnType<typeof openCheckoutShop>>
let gateway: Gateway
beforeAll(async () => {
  at = await openCheckoutShop(4_000)
  gateway = openGateway(at.shop.config) as Gateway
})
afterAll(() => at.close())
beforeEach(() => at.faults())

const owed = async (state: 'invoiced' | 'overdue' = 'invoiced') => {
  const buyer = await aMember(at.shop)
  return { buyer, order: await anOrder(at.shop, buyer, state, { clips: at.clips }) }
}
const shown = async ({ visitor }: Buyer, invoice: string) =>
  (await visitor.call(getInvoice, { params: { invoice } })).data
type Wish = { key?: string; seen?: string } & Partial<
  Pick<CheckoutBody, 'nonce' | 'payment_type' | 'payment_method_id'>
>
const pay = async ({ visitor }: Buyer, invoiceNumber: string, { key = randomUUID(), seen, ...means }: Wish = {}) => {
  const body = {
    ...payment(seen ?? (await shown({ visitor } as Buyer, invoiceNumber)).fingerprint),
    ...means,
    ...(await checkoutProof(visitor)),
  }
  return (await visitor.call(checkoutInvoice, { params: { invoiceNumber }, body }, { idempotencyKey: key })).data
}
const orderRow = (id: number) =>
  at.shop.db.selectFrom('orders').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
const chargesFor = async (order_id: number) => {
  const attempts = await at.shop.db
    .selectFrom('payment_attempts')
    .where('order_id', '=', order_id)
    .select('gateway_order_id')
    .execute()
  const names = new Set(attempts.map(attempt => attempt.gateway_order_id))
  return (await at.transactions()).filter(charge => names.has(charge.order_id))
}

test.each(['invoiced', 'overdue'] as const)(
  'an order that is %s is shown like a cart, and paid by its number',
  async state => {
    const { buyer, order } = await owed(state)
    expect(await shown(buyer, order.number)).toMatchObject({
      kind: 'invoice',
      order_state: state,
      total: { unformatted: 42_686 },
      licenses: [{ items: [{ clip: { name: at.clips[0]?.name } }, {}] }],
      billing_information: { company: 'Fieldnote Pictures', country: { id: 41, code: 'US' } },
    })
    expect(await pay(buyer, order.number)).toMatchObject({ state: 'paid', invoice_number: order.number })
    expect(await orderRow(order.id)).toMatchObject({ state: 'paid', payment_method: 'Visa ending in 1111' })
    await expect(shown(buyer, order.number)).rejects.toMatchObject({ status: 404 })
    await expect(pay(buyer, order.number, { seen: 'x' })).rejects.toMatchObject({ status: 409 })
  },
)

test('the cart’s own door shows it by its number, to those who buy', async () => {
  const { buyer, order } = await owed()
  const input = { query: { invoice_number: order.number } }
  const { data } = await buyer.visitor.call(getCart, input)
  expect(data).toMatchObject({ hash: null, total: { unformatted: 42_686 }, licenses: [{ items: [{}, {}] }] })
  expect((await buyer.visitor.call(getCart, {})).data).toMatchObject({ total: { unformatted: 0 } })
  await expect((await aMember(at.shop)).visitor.call(getCart, input)).rejects.toMatchObject({ status: 404 })
  await expect(at.shop.visitor().call(getCart, input)).rejects.toMatchObject({ status: 401 })
  await pay(buyer, order.number)
  await expect(buyer.visitor.call(getCart, input)).rejects.toMatchObject({ status: 404 })
})

test('a bank account does not pay where somebody outside the United States is billed', async () => {
  const { buyer, order } = await owed()
  const id = await keep(buyer, 'fake-us-bank-account-nonce', 'ach')
  const billing = {
    company: 'Feldnotiz',
    contact: '',
    address: '',
    address2: '',
    city: 'Kiel',
    postal_code: '',
    region: '',
  }
  const at_home = (await orderRow(order.id)).billing
  const billed = (to: unknown) =>
    at.shop.db
      .updateTable('orders')
      .set({ billing: JSON.stringify(to) })
      .where('id', '=', order.id)
      .execute()
  await billed({ ...billing, country: 'Germany' })
  const means = { payment_type: 'ach' as const, payment_method_id: id, nonce: null }
  await expect(pay(buyer, order.number, means)).rejects.toMatchObject({
    status: 422,
    errors: { payment_type: [expect.stringContaining('United States')] },
  })
  expect(await chargesFor(order.id)).toEqual([])
  await billed(at_home)
  expect((await pay(buyer, order.number, means)).state).toBe('processing')
})

test('a debit that the bank sends back is told to whoever paid and on the order’s page, once, and the next payment ends it', async () => {
  await at.set({ debits_settle: false })
  const { buyer, order } = await owed()
  const seen = async () => (await buyer.visitor.call(getOrder, { params: { id: order.number } })).data
  const id = await keep(buyer, 'fake-us-bank-account-nonce', 'ach')
  await pay(buyer, order.number, { payment_type: 'ach' as const, payment_method_id: id, nonce: null })
  const [charge] = await chargesFor(order.id)
  await at.bounce(charge?.id ?? '')
  at.shop.clock.advance(61 * 60_000)
  await Promise.all(Array.from({ length: 5 }, () => sweepAttempts(at.shop, gateway)))
  expect(await seen()).toMatchObject({ state: 'invoiced', debit_returned_at: at.shop.clock.now().toISOString() })
  const told = await at.shop.db
    .selectFrom('events')
    .where('name', '=', 'order.debit_returned')
    .select('payload')
    .execute()
  expect(told).toHaveLength(1)
  const { sent } = at.shop.mail
  sent.splice(0)
  const mail = async () => {
    for (const { to, react } of ordersReactions(at.shop.deps))
      if (to === 'order.debit_returned') await react(told[0]?.payload as Events['order.debit_returned'])
  }
  await Promise.allSettled(Array.from({ length: 20 }, mail))
  await mail()
  expect(sent).toMatchObject([
    { to: buyer.email, subject: `The payment for your Longtake invoice ${order.number} did not arrive` },
  ])
  expect(sent[0]?.text).toContain(`/checkout/${order.number}`)
  await pay(buyer, order.number)
  expect(await seen()).toMatchObject({ state: 'paid', debit_returned_at: null })
})

test('a declined card leaves the order as it was, and the next one pays', async () => {
  const { buyer, order } = await owed()
  const before = await orderRow(order.id)
  await expect(pay(buyer, order.number, { nonce: 'fake-processor-declined-visa-nonce' })).rejects.toMatchObject({
    status: 422,
  })
  expect(await orderRow(order.id)).toEqual(before)
  expect((await pay(buyer, order.number)).state).toBe('paid')
})

test('somebody else’s order is not there', async () => {
  const { order } = await owed()
  const stranger = await aMember(at.shop)
  await expect(shown(stranger, order.number)).rejects.toMatchObject({ status: 404 })
  await expect(pay(stranger, order.number, { seen: 'x' })).rejects.toMatchObject({ status: 404 })
})

test('twenty browsers at once charge once', async () => {
  const { buyer, order } = await owed()
  const { fingerprint: seen } = await shown(buyer, order.number)
  const settled = await Promise.allSettled(Array.from({ length: 20 }, () => pay(buyer, order.number, { seen })))
  expect(settled.filter(one => one.status === 'fulfilled')).toHaveLength(1)
  expect(await chargesFor(order.id)).toHaveLength(1)
  expect(await orderRow(order.id)).toMatchObject({ state: 'paid' })
})

test('an unknown outcome holds the order until the gateway says; cancelled meanwhile, the money goes back', async () => {
  const { buyer, order } = await owed()
  await at.faults({ kind: 'error_500', on: 'search' }, { kind: 'timeout_after_success', on: 'sale', times: 1 })
  expect((await pay(buyer, order.number)).state).toBe('confirming')
  await expect(pay(buyer, order.number)).rejects.toMatchObject({ status: 409, meta: { order_id: order.id } })
  await at.faults()
  const now = at.shop.clock.now()
  await at.shop.db
    .transaction()
    .execute(trx => moveOrder(trx, order.id, 'cancelled', { user_id: null, reason: 'By our people', now }))
  for (let minute = 0; minute < 3; minute++) {
    at.shop.clock.advance(60_000)
    await sweepAttempts(at.shop, gateway)
  }
  expect(await chargesFor(order.id)).toMatchObject([{ status: 'voided' }])
  expect(await orderRow(order.id)).toMatchObject({ state: 'cancelled' })
})
