/** An invoice is paid by the link in it: without an account, once, and with nothing else of the account shown. */
import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { transitionOrder } from '#licenses/transition-order.server.ts'
import { createPaymentUrl } from '#orders/payment-link.server.ts'

import { buildPaymentBody, openCheckoutShop, solveCheckoutCaptcha } from '../../../testing/builders/checkout.ts'
import { seedMember, seedOrder } from '../../../testing/builders/orders.ts'
import { getLinkedInvoice, getLinkedInvoiceToken, payLinkedInvoice } from './contract.ts'

let harness: Awaited<ReturnType<typeof openCheckoutShop>>
beforeAll(async () => {
  harness = await openCheckoutShop(4_000)
})
afterAll(() => harness.close())

const createInvoice = async (state: 'invoiced' | 'overdue' = 'invoiced') => {
  const buyer = await seedMember(harness.shop)
  const order = await seedOrder(harness.shop, buyer, state, { clips: harness.clips })
  const [signature = '', number = ''] = createPaymentUrl(harness.shop.deps, order.number).split('/').toReversed()
  return { buyer, order, params: { number, signature } }
}
type LinkParams = Awaited<ReturnType<typeof createInvoice>>['params']

const open = async (params: LinkParams, visitor = harness.shop.visitor()) =>
  (await visitor.call(getLinkedInvoice, { params })).data

const pay = async (params: LinkParams, { seen, key = randomUUID() }: { seen: string; key?: string }) => {
  const visitor = harness.shop.visitor()
  const { nonce } = buildPaymentBody(seen)
  const body = { nonce: nonce ?? '', seen, ...(await solveCheckoutCaptcha(visitor)) }
  return (await visitor.call(payLinkedInvoice, { params, body }, { idempotencyKey: key })).data
}

test('anyone with the link sees number, amount and account, and pays; then the link shows nothing more', async () => {
  const { order, params } = await createInvoice('overdue')
  const invoice = await open(params)
  expect(invoice).toEqual({
    number: order.number,
    state: 'open',
    payment: {
      total: { formatted: '$426.86', unformatted: 42_686 },
      due_at: expect.any(String),
      fingerprint: expect.any(String),
      bank: [],
    },
  })
  const visitor = harness.shop.visitor()
  expect((await visitor.call(getLinkedInvoiceToken, { params })).data.client_token).not.toBe('')
  expect(await pay(params, { seen: invoice.payment?.fingerprint ?? '' })).toEqual({ state: 'paid' })
  const row = await harness.shop.db
    .selectFrom('orders')
    .where('id', '=', order.id)
    .selectAll()
    .executeTakeFirstOrThrow()
  expect(row).toMatchObject({ state: 'paid', payment_method: 'Visa ending in 1111' })
  expect(await open(params)).toEqual({ number: order.number, state: 'paid', payment: null })
  await expect(visitor.call(getLinkedInvoiceToken, { params })).rejects.toMatchObject({ status: 409 })
  await expect(pay(params, { seen: 'x' })).rejects.toMatchObject({ status: 409 })
  // The card is not saved, and the buyer accepted the terms once, at the sale.
  const methods = await harness.shop.db
    .selectFrom('payment_methods')
    .where('workspace_id', '=', row.workspace_id)
    .select('id')
    .execute()
  expect(methods).toEqual([])
  const acceptances = await harness.shop.db
    .selectFrom('order_acceptances')
    .where('order_id', '=', order.id)
    .select('id')
    .execute()
  expect(acceptances).toHaveLength(1)
})

test('of twenty payers at once, one pays', async () => {
  const { order, params } = await createInvoice()
  const seen = (await open(params)).payment?.fingerprint ?? ''
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => pay(params, { seen })))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const attempts = await harness.shop.db
    .selectFrom('payment_attempts')
    .where('order_id', '=', order.id)
    .where('state', '=', 'succeeded')
    .select('gateway_order_id')
    .execute()
  expect(attempts).toHaveLength(1)
  const charges = (await harness.transactions()).filter(({ order_id }) => order_id === attempts[0]?.gateway_order_id)
  expect(charges).toHaveLength(1)
})

test('a canceled invoice, the link of another invoice and a changed link take no payment', async () => {
  const [canceled, other] = [await createInvoice(), await createInvoice()]
  const seen = (await open(canceled.params)).payment?.fingerprint ?? ''
  const transition = { user_id: null, reason: 'Test', now: harness.shop.clock.now() }
  await harness.shop.db.transaction().execute(trx => transitionOrder(trx, canceled.order.id, 'cancelled', transition))
  expect(await open(canceled.params)).toMatchObject({ state: 'canceled', payment: null })
  await expect(pay(canceled.params, { seen })).rejects.toMatchObject({ status: 409 })
  for (const signature of [canceled.params.signature, 'x'.repeat(43)]) {
    const params = { number: other.params.number, signature }
    await expect(open(params)).rejects.toMatchObject({ status: 404 })
    await expect(pay(params, { seen })).rejects.toMatchObject({ status: 404 })
  }
})

test('a payment with an outdated amount charges nothing', async () => {
  const { order, params } = await createInvoice()
  await expect(pay(params, { seen: 'outdated' })).rejects.toMatchObject({ status: 409 })
  expect((await open(params)).state).toBe('open')
  const attempts = await harness.shop.db
    .selectFrom('payment_attempts')
    .where('order_id', '=', order.id)
    .select('id')
    .execute()
  expect(attempts).toEqual([])
})
