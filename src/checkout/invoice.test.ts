/** Paying an invoiced order by its number. */
import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { getCart } from '#cart/contract.ts'
import { transitionOrder } from '#licenses/transition-order.server.ts'
import { getOrder } from '#orders/contract.ts'
import { ordersReactions } from '#orders/reactions.server.ts'
import { openGateway, type PaymentGateway } from '#payments/gateway.server.ts'
import type { EventPayloads } from '#platform/jobs/outbox.server.ts'

import { solveCheckoutCaptcha, openCheckoutShop, buildPaymentBody } from '../../testing/builders/checkout.ts'
import { seedMember, seedOrder, type Buyer } from '../../testing/builders/orders.ts'
import { vaultPaymentMethod } from '../../testing/builders/payers.ts'
import { checkoutInvoice, getInvoice, type CheckoutBody } from './contract.ts'
import { sweepAttempts } from './sweep.server.ts'

let harness: Awaited<ReturnType<typeof openCheckoutShop>>
let gateway: PaymentGateway
beforeAll(async () => {
  harness = await openCheckoutShop(4_000)
  gateway = openGateway(harness.shop.config) as PaymentGateway
})
afterAll(() => harness.close())
beforeEach(() => harness.faults())

const createInvoice = async (state: 'invoiced' | 'overdue' = 'invoiced') => {
  const buyer = await seedMember(harness.shop)
  return { buyer, order: await seedOrder(harness.shop, buyer, state, { clips: harness.clips }) }
}
const loadInvoice = async ({ visitor }: Buyer, invoiceNumber: string) =>
  (await visitor.call(getInvoice, { params: { invoiceNumber } })).data
type InvoicePayment = { key?: string; seen?: string } & Partial<
  Pick<CheckoutBody, 'nonce' | 'payment_type' | 'payment_method_id'>
>
const pay = async (
  { visitor }: Buyer,
  invoiceNumber: string,
  { key = randomUUID(), seen, ...details }: InvoicePayment = {},
) => {
  const body = {
    ...buildPaymentBody(seen ?? (await loadInvoice({ visitor } as Buyer, invoiceNumber)).fingerprint),
    ...details,
    ...(await solveCheckoutCaptcha(visitor)),
  }
  return (await visitor.call(checkoutInvoice, { params: { invoiceNumber }, body }, { idempotencyKey: key })).data
}
const orderRow = (id: number) =>
  harness.shop.db.selectFrom('orders').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
const chargesFor = async (order_id: number) => {
  const attempts = await harness.shop.db
    .selectFrom('payment_attempts')
    .where('order_id', '=', order_id)
    .select('gateway_order_id')
    .execute()
  const names = new Set(attempts.map(attempt => attempt.gateway_order_id))
  return (await harness.transactions()).filter(charge => names.has(charge.order_id))
}

test.each(['invoiced', 'overdue'] as const)(
  'an order that is %s is shown like a cart, and paid by its number',
  async state => {
    const { buyer, order } = await createInvoice(state)
    expect(await loadInvoice(buyer, order.number)).toMatchObject({
      kind: 'invoice',
      order_state: state,
      total: { unformatted: 42_686 },
      licenses: [{ items: [{ clip: { name: harness.clips[0]?.name } }, {}] }],
      billing_information: { company: 'Fieldnote Pictures', country: { id: 41, code: 'US' } },
    })
    expect(await pay(buyer, order.number)).toMatchObject({ state: 'paid', invoice_number: order.number })
    expect(await orderRow(order.id)).toMatchObject({ state: 'paid', payment_method: 'Visa ending in 1111' })
    await expect(loadInvoice(buyer, order.number)).rejects.toMatchObject({ status: 404 })
    await expect(pay(buyer, order.number, { seen: 'x' })).rejects.toMatchObject({ status: 409 })
  },
)

test('the cart endpoint returns it by its number, for users who can buy', async () => {
  const { buyer, order } = await createInvoice()
  const input = { query: { invoice_number: order.number } }
  const { data } = await buyer.visitor.call(getCart, input)
  expect(data).toMatchObject({ hash: null, total: { unformatted: 42_686 }, licenses: [{ items: [{}, {}] }] })
  expect((await buyer.visitor.call(getCart, {})).data).toMatchObject({ total: { unformatted: 0 } })
  await expect((await seedMember(harness.shop)).visitor.call(getCart, input)).rejects.toMatchObject({ status: 404 })
  await expect(harness.shop.visitor().call(getCart, input)).rejects.toMatchObject({ status: 401 })
  await pay(buyer, order.number)
  await expect(buyer.visitor.call(getCart, input)).rejects.toMatchObject({ status: 404 })
})

test('a bank account cannot pay for a billing address outside the United States', async () => {
  const { buyer, order } = await createInvoice()
  const id = await vaultPaymentMethod(buyer, 'fake-us-bank-account-nonce', 'ach')
  const billing = {
    company: 'Feldnotiz',
    contact: '',
    address: '',
    address2: '',
    city: 'Kiel',
    postal_code: '',
    region: '',
  }
  const originalBilling = (await orderRow(order.id)).billing
  const setBilling = (to: unknown) =>
    harness.shop.db
      .updateTable('orders')
      .set({ billing: JSON.stringify(to) })
      .where('id', '=', order.id)
      .execute()
  await setBilling({ ...billing, country: 'Germany' })
  const details = { payment_type: 'ach' as const, payment_method_id: id, nonce: null }
  await expect(pay(buyer, order.number, details)).rejects.toMatchObject({
    status: 422,
    errors: { payment_type: [expect.stringContaining('United States')] },
  })
  expect(await chargesFor(order.id)).toEqual([])
  await setBilling(originalBilling)
  expect((await pay(buyer, order.number, details)).state).toBe('processing')
})

test('a returned debit is mailed to the buyer and shown on the order once, and the next payment clears it', async () => {
  await harness.set({ debits_settle: false })
  const { buyer, order } = await createInvoice()
  const loadOrder = async () => (await buyer.visitor.call(getOrder, { params: { id: order.number } })).data
  const id = await vaultPaymentMethod(buyer, 'fake-us-bank-account-nonce', 'ach')
  await pay(buyer, order.number, { payment_type: 'ach' as const, payment_method_id: id, nonce: null })
  const [charge] = await chargesFor(order.id)
  await harness.bounce(charge?.id ?? '')
  harness.shop.clock.advance(61 * 60_000)
  await Promise.all(Array.from({ length: 5 }, () => sweepAttempts(harness.shop, gateway)))
  expect(await loadOrder()).toMatchObject({
    state: 'invoiced',
    debit_returned_at: harness.shop.clock.now().toISOString(),
  })
  const events = await harness.shop.db
    .selectFrom('events')
    .where('name', '=', 'order.debit_returned')
    .select('payload')
    .execute()
  expect(events).toHaveLength(1)
  const { sent } = harness.shop.mail
  sent.splice(0)
  const runMailReaction = async () => {
    for (const { event: to, handle: react } of ordersReactions(harness.shop.deps))
      if (to === 'order.debit_returned') await react(events[0]?.payload as EventPayloads['order.debit_returned'])
  }
  await Promise.allSettled(Array.from({ length: 20 }, runMailReaction))
  await runMailReaction()
  expect(sent).toMatchObject([
    { to: buyer.email, subject: `The payment for your Longtake invoice ${order.number} was returned` },
  ])
  expect(sent[0]?.text).toContain(`/checkout/${order.number}`)
  await pay(buyer, order.number)
  expect(await loadOrder()).toMatchObject({ state: 'paid', debit_returned_at: null })
})

test('a declined card leaves the order unchanged, and the next one pays', async () => {
  const { buyer, order } = await createInvoice()
  const before = await orderRow(order.id)
  await expect(pay(buyer, order.number, { nonce: 'fake-processor-declined-visa-nonce' })).rejects.toMatchObject({
    status: 422,
  })
  expect(await orderRow(order.id)).toEqual(before)
  expect((await pay(buyer, order.number)).state).toBe('paid')
})

test('another workspace’s order is not found', async () => {
  const { order } = await createInvoice()
  const stranger = await seedMember(harness.shop)
  await expect(loadInvoice(stranger, order.number)).rejects.toMatchObject({ status: 404 })
  await expect(pay(stranger, order.number, { seen: 'x' })).rejects.toMatchObject({ status: 404 })
})

test('twenty concurrent browsers charge once', async () => {
  const { buyer, order } = await createInvoice()
  const { fingerprint: seen } = await loadInvoice(buyer, order.number)
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => pay(buyer, order.number, { seen })))
  expect(results.filter(result => result.status === 'fulfilled')).toHaveLength(1)
  expect(await chargesFor(order.id)).toHaveLength(1)
  expect(await orderRow(order.id)).toMatchObject({ state: 'paid' })
})

test('an unknown outcome holds the order until it is known, and a cancelled order gets a refund', async () => {
  const { buyer, order } = await createInvoice()
  await harness.faults({ kind: 'error_500', on: 'search' }, { kind: 'timeout_after_success', on: 'sale', times: 1 })
  expect((await pay(buyer, order.number)).state).toBe('confirming')
  await expect(pay(buyer, order.number)).rejects.toMatchObject({ status: 409, meta: { order_id: order.id } })
  await harness.faults()
  const now = harness.shop.clock.now()
  await harness.shop.db
    .transaction()
    .execute(trx => transitionOrder(trx, order.id, 'cancelled', { user_id: null, reason: 'By staff', now }))
  for (let minute = 0; minute < 3; minute++) {
    harness.shop.clock.advance(60_000)
    await sweepAttempts(harness.shop, gateway)
  }
  expect(await chargesFor(order.id)).toMatchObject([{ status: 'voided' }])
  expect(await orderRow(order.id)).toMatchObject({ state: 'cancelled' })
})
