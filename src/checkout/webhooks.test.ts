/** Webhooks through the endpoint: in any order, any number of times, from anyone. */
import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { getCart } from '#cart/contract.ts'
import { repeatOrder } from '#cart/contract.ts'
import { getOrder } from '#orders/contract.ts'
import { openGateway, type PaymentGateway } from '#payments/gateway.server.ts'
import { listMethods } from '#payments/methods-contract.ts'
import { vaultTokenFor } from '#payments/vault-token.ts'

import { openCharges } from '../../testing/builders/charges.ts'
import {
  seedBuyer,
  solveCheckoutCaptcha,
  openCheckoutShop,
  buildPaymentBody,
  type CartBuyer,
} from '../../testing/builders/checkout.ts'
import { vaultPaymentMethod } from '../../testing/builders/payers.ts'
import { openWebhooks } from '../../testing/builders/webhooks.ts'
import { submitPayment } from './checkout.server.ts'
import { sweepAttempts } from './sweep.server.ts'
import { WEBHOOK_PATH } from './webhooks.server.ts'

let harness: Awaited<ReturnType<typeof openCheckoutShop>>
let webhooks: ReturnType<typeof openWebhooks>
let charges: ReturnType<typeof openCharges>
let gateway: PaymentGateway
beforeAll(async () => {
  harness = await openCheckoutShop(4_000)
  webhooks = openWebhooks(harness)
  charges = openCharges(harness)
  gateway = openGateway(harness.shop.config) as PaymentGateway
})
afterAll(() => harness.close())
beforeEach(async () => {
  await harness.faults()
  await harness.set({ debits_settle: false })
  harness.shop.jobs.sent.splice(0)
})

const aDebit = async () => {
  const buyer = await seedBuyer(harness.shop, harness.clips)
  const id = await vaultPaymentMethod(buyer, 'fake-us-bank-account-nonce', 'ach')
  await buyer.pay({ payment_type: 'ach', payment_method_id: id, nonce: null })
  return { buyer, id: await charges.transactionOf(buyer) }
}
describe('a debit', () => {
  test('that arrived is reported twenty times at once and processed once', async () => {
    const { buyer, id } = await aDebit()
    await harness.settle(id)
    const [webhook] = await webhooks.findWebhooks(id)
    if (!webhook) throw new Error('No webhook.')
    const codes = await Promise.all(Array.from({ length: 20 }, () => webhooks.send(webhook)))
    expect(new Set(codes)).toEqual(new Set([204]))
    expect(await webhooks.runWebhookJobs()).toBe(1)
    expect(await charges.transitionsOf(buyer)).toEqual(['pending', 'processing', 'paid'])
  })

  test('that is reported while the sale is still pending is settled once, in twenty concurrent payments', async () => {
    const webhookJobs: Promise<unknown>[] = []
    const racingGateway: PaymentGateway = {
      ...gateway,
      sale: async request => {
        const outcome = await gateway.sale(request)
        const charge = (await harness.transactions()).find(({ order_id }) => order_id === request.order_id)
        if (!charge) throw new Error('Nothing was charged.')
        const webhook = await webhooks.settleDebit(charge)
        await webhooks.send(webhook)
        // Not awaited: from here on the webhook and the sale’s response race, and both query the gateway first.
        webhookJobs.push(webhooks.runWebhookJob(webhook))
        await gateway.findByOrderId(request.order_id)
        return outcome
      },
    }
    const buyers = await Promise.all(Array.from({ length: 20 }, () => seedBuyer(harness.shop, harness.clips)))
    const payments = await Promise.all(
      buyers.map(async buyer => {
        const payment_method_id = await vaultPaymentMethod(buyer, 'fake-us-bank-account-nonce', 'ach')
        const details = { payment_type: 'ach' as const, payment_method_id }
        const body = {
          ...buildPaymentBody(buyer.cart.fingerprint, null),
          ...details,
          ...(await solveCheckoutCaptcha(buyer.visitor)),
        }
        return () => submitPayment(harness.shop.deps, racingGateway, buyer.actor, { operation_key: randomUUID(), body })
      }),
    )
    const replies = await Promise.all(payments.map(pay => pay()))
    await Promise.all(webhookJobs)
    for (const { state } of replies) expect(['paid', 'processing']).toContain(state)
    for (const buyer of buyers) {
      const transitions = await charges.transitionsOf(buyer)
      expect(transitions.at(-1)).toBe('paid')
      expect(transitions).toEqual([...new Set(transitions)])
    }
    expect(webhookJobs).toHaveLength(20)
  })

  test('that is returned ends the order, with a concurrent sweep', async () => {
    const { buyer, id } = await aDebit()
    await harness.bounce(id)
    for (const webhook of await webhooks.findWebhooks(id)) await webhooks.send(webhook)
    harness.shop.clock.advance(61 * 60_000)
    await Promise.all([
      webhooks.runWebhookJobs(),
      ...Array.from({ length: 5 }, () => sweepAttempts(harness.shop, gateway)),
    ])
    expect(await charges.transitionsOf(buyer)).toEqual(['pending', 'processing', 'failed'])
    const { id: order_id, ...placed } = await charges.orderOf(buyer)
    const notes = await harness.shop.db
      .selectFrom('credit_notes')
      .where('order_id', '=', order_id)
      .selectAll()
      .execute()
    expect(notes).toMatchObject([
      {
        total_cents: placed.total_cents,
        refund_id: null,
        by_dispute: false,
        refunded_to: '',
        order_item_ids: [expect.any(Number), expect.any(Number)],
      },
    ])
    // The order page shows it, and the clips can be reordered, however often that is requested.
    const params = { id: (await charges.orderOf(buyer)).universal_invoice_number ?? '' }
    const { data: order } = await buyer.visitor.call(getOrder, { params })
    expect(order.credit_notes).toMatchObject([{ number: notes[0]?.number, total: order.total }])
    expect(order).toMatchObject({ state: 'failed', debit_returned_at: harness.shop.clock.now().toISOString() })
    for (let n = 0; n < 2; n += 1)
      expect((await buyer.visitor.call(repeatOrder, { params })).data).toEqual({ added: 2, skipped: 0 })
    const { data: cart } = await buyer.visitor.call(getCart, {})
    expect(cart.sub_total).toEqual(order.sub_total)
    expect(cart.cart_items.data).toHaveLength(2)
  })

  test('whose webhook the gateway cannot confirm is looked up again', async () => {
    const { buyer, id } = await aDebit()
    await harness.settle(id)
    for (const webhook of await webhooks.findWebhooks(id)) await webhooks.send(webhook)
    const sent = [...harness.shop.jobs.sent]
    await harness.faults({ kind: 'error_500', on: 'search', times: 1 })
    await expect(webhooks.runWebhookJobs()).rejects.toThrow()
    expect(await charges.orderOf(buyer)).toMatchObject({ state: 'processing' })
    harness.shop.jobs.sent.push(...sent)
    await webhooks.runWebhookJobs()
    expect(await charges.orderOf(buyer)).toMatchObject({ state: 'paid' })
  })
})

test('a webhook without a valid signature is rejected and not stored', async () => {
  const { id } = await aDebit()
  await harness.settle(id)
  const [webhook] = await webhooks.findWebhooks(id)
  if (!webhook) throw new Error('No webhook.')
  const rows = () => harness.shop.db.selectFrom('payment_webhooks').select('id').execute()
  const before = await rows()
  const forged = Buffer.from(webhook.bt_payload, 'base64').toString().replace('settled', 'settling')
  for (const sent of [
    { ...webhook, bt_payload: Buffer.from(forged).toString('base64') },
    { ...webhook, bt_signature: `${webhook.bt_signature.slice(0, -4)}0000` },
    { ...webhook, bt_signature: 'nobody|1' },
    { bt_signature: '', bt_payload: '' },
  ])
    expect(await webhooks.send(sent)).toBe(400)
  expect(await rows()).toEqual(before)
})

test('the endpoint answers the gateway’s challenge', async () => {
  const bt_challenge = 'a'.repeat(32)
  const response = await harness.shop.app.inject({ url: WEBHOOK_PATH, query: { bt_challenge } })
  expect([response.statusCode, response.body]).toEqual([200, gateway.answerChallenge(bt_challenge)])
  const invalid = await harness.shop.app.inject({ url: WEBHOOK_PATH, query: { bt_challenge: 'no' } })
  expect(invalid.statusCode).toBe(400)
})

test('a PayPal account that its owner revoked at PayPal is deleted', async () => {
  const buyer = await seedBuyer(harness.shop, harness.clips)
  await vaultPaymentMethod(buyer, 'fake-paypal-billing-agreement-nonce', 'paypal')
  const { gateway_token } = await harness.shop.db
    .selectFrom('payment_methods')
    .where('workspace_id', '=', buyer.workspace_id)
    .select('gateway_token')
    .executeTakeFirstOrThrow()
  await harness.revoke(gateway_token)
  for (const webhook of await webhooks.findWebhooks(gateway_token)) await webhooks.send(webhook)
  await webhooks.runWebhookJobs()
  expect((await buyer.visitor.call(listMethods, {})).data).toEqual([])
})

describe('a PayPal account that is revoked while a payment with it is confirmed: the payment succeeds, and it is not saved', () => {
  const revokeDuringPayment = async (
    buyer: CartBuyer,
    details: Parameters<CartBuyer['pay']>[0],
    loadToken: () => Promise<string>,
  ) => {
    await harness.faults({ kind: 'error_500', on: 'search' }, { kind: 'timeout_after_success', on: 'sale', times: 1 })
    expect((await buyer.pay({ payment_type: 'paypal', ...details })).data.state).toBe('confirming')
    const token = await loadToken()
    await harness.revoke(token)
    for (const webhook of await webhooks.findWebhooks(token)) await webhooks.send(webhook)
    await webhooks.runWebhookJobs()
    await harness.faults()
    harness.shop.clock.advance(31_000)
    await sweepAttempts(harness.shop, gateway)
    expect(await charges.orderOf(buyer)).toMatchObject({ state: 'paid' })
    expect((await buyer.visitor.call(listMethods, {})).data).toEqual([])
  }

  test('one that was saved before', async () => {
    const buyer = await seedBuyer(harness.shop, harness.clips)
    const id = await vaultPaymentMethod(buyer, 'fake-paypal-billing-agreement-nonce', 'paypal')
    await revokeDuringPayment(
      buyer,
      { nonce: null, payment_method_id: id, remember_payment_method: true },
      async () => {
        const methods = harness.shop.db.selectFrom('payment_methods').where('id', '=', id).select('gateway_token')
        return (await methods.executeTakeFirstOrThrow()).gateway_token
      },
    )
  })

  test('one that was to be saved', async () => {
    const buyer = await seedBuyer(harness.shop, harness.clips)
    const details = { nonce: 'fake-paypal-billing-agreement-nonce', remember_payment_method: true }
    await revokeDuringPayment(buyer, details, async () => {
      const attempts = harness.shop.db.selectFrom('payment_attempts').where('workspace_id', '=', buyer.workspace_id)
      const { gateway_order_id } = await attempts.select('gateway_order_id').executeTakeFirstOrThrow()
      return vaultTokenFor(gateway_order_id, { is_saved: true })
    })
  })
})
