/** Webhooks, as a shop that uses the official server SDK gets them. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import type { BraintreeGateway } from 'braintree'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { startSandbox, type Sandbox } from '../../start.ts'
import type { Webhook } from '../records.ts'
import { checkedBy, control, newCustomer, sdk, untyped } from '../testing.ts'
import { afterAttempt, readWebhookUrl, retries_ms } from './deliver.ts'

type Got = { signature: string; payload: string }

/** A shop that only listens: it keeps what it gets, and answers what it is told to. */
async function startShop(gateway: BraintreeGateway) {
  const got: Got[] = []
  let status = 200
  const server: Server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://shop')
    const question = url.searchParams.get('bt_challenge')
    if (question) return response.end(untyped(gateway).webhookNotification.verify(question))
    let body = ''
    request.on('data', (chunk: Buffer) => (body += String(chunk)))
    request.on('end', () => {
      const form = new URLSearchParams(body)
      got.push({ signature: form.get('bt_signature') ?? '', payload: form.get('bt_payload') ?? '' })
      response.writeHead(status).end()
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    got,
    answer: (next: number) => (status = next),
    read: async () => {
      const told: { kind: string; timestamp: string; transaction?: object; dispute?: object }[] = []
      for (const { signature, payload } of got)
        told.push((await gateway.webhookNotification.parse(signature, payload)) as never)
      return told
    },
    close: () => server.close(),
  }
}

let sandbox: Sandbox
let gateway: BraintreeGateway
let shop: Awaited<ReturnType<typeof startShop>>
beforeAll(async () => {
  sandbox = await startSandbox({ debits_settle: false })
  gateway = sdk(sandbox)
})
afterAll(() => sandbox.close())
beforeEach(async () => {
  await control(sandbox, 'DELETE', 'transactions')
  shop = await startShop(gateway)
  await control(sandbox, 'PUT', 'settings', { webhook_url: shop.url })
})
afterEach(async () => {
  await control(sandbox, 'DELETE', 'faults')
  shop.close()
})

const has = (count: number) => expect.poll(() => shop.got.length, { timeout: 10_000 }).toBe(count)
const kinds = async () => (await shop.read()).map(each => each.kind)
const listed = async () => (await control<{ webhooks: Webhook[] }>(sandbox, 'GET', 'webhooks')).webhooks

async function debit(amount = '80.00') {
  const { paymentMethod } = await gateway.paymentMethod.create({
    customerId: await newCustomer(sandbox),
    paymentMethodNonce: 'fake-us-bank-account-nonce',
    options: checkedBy('network_check'),
  })
  const options = { submitForSettlement: true }
  const sale = await gateway.transaction.sale({
    amount,
    orderId: 'LT-9',
    paymentMethodToken: paymentMethod.token,
    options,
  })
  return sale.transaction.id
}
async function settledCard(amount = '90.00') {
  const options = { submitForSettlement: true }
  const { transaction } = await gateway.transaction.sale({ amount, paymentMethodNonce: 'fake-valid-nonce', options })
  await gateway.testing.settle(transaction.id)
  return transaction.id
}
const dispute = (id: string, body = {}) => control<{ id: string }>(sandbox, 'POST', `transactions/${id}/dispute`, body)

describe('what is told', () => {
  test('a debit that settled, with amount and order', async () => {
    const id = await debit()
    await gateway.testing.settle(id)
    await has(1)
    expect(await shop.read()).toMatchObject([
      {
        kind: 'transaction_settled',
        transaction: { id, status: 'settled', amount: '80.00', orderId: 'LT-9', usBankAccount: { last4: '0000' } },
      },
    ])
  })

  test('a debit that was declined; of cards nothing', async () => {
    await settledCard()
    await gateway.testing.settlementDecline(await debit())
    await has(1)
    expect(await kinds()).toEqual(['transaction_settlement_declined'])
  })

  test('a refund that did not arrive', async () => {
    const refund = await gateway.transaction.refund(await settledCard())
    await gateway.testing.settlementDecline(refund.transaction.id)
    await has(1)
    expect(await shop.read()).toMatchObject([{ kind: 'refund_failed', transaction: { id: refund.transaction.id } }])
    // The money is with the shop again, so it can be given back once more.
    const sale = refund.transaction.refundedTransactionId ?? ''
    expect(await gateway.transaction.refund(sale)).toMatchObject({ success: true })
  })

  test('a dispute from its opening to its end', async () => {
    const id = await settledCard('90.00')
    const { id: disputed } = await dispute(id, { reason: 'product_not_received' })
    expect(await gateway.dispute.find(disputed)).toMatchObject({
      dispute: { status: 'open', reason: 'product_not_received', amount: '90.00', transaction: { id } },
    })
    await gateway.dispute.addTextEvidence(disputed, { content: 'They have downloaded it.' })
    await gateway.dispute.finalize(disputed)
    await control(sandbox, 'POST', `disputes/${disputed}/won`)
    await has(2)
    expect(await shop.read()).toMatchObject([
      { kind: 'dispute_opened', dispute: { id: disputed, status: 'open', transaction: { id } } },
      { kind: 'dispute_won', dispute: { id: disputed, status: 'won', amountWon: '90.00' } },
    ])
    expect((await gateway.transaction.find(id)).disputes).toMatchObject([{ id: disputed, status: 'won' }])
  })

  test('a PayPal account that its owner took back', async () => {
    const customerId = await newCustomer(sandbox)
    const { paymentMethod } = await gateway.paymentMethod.create({
      customerId,
      paymentMethodNonce: 'fake-paypal-billing-agreement-nonce',
    })
    await control(sandbox, 'POST', `payment_methods/${paymentMethod.token}/revoke`)
    await has(1)
    expect(await shop.read()).toMatchObject([
      {
        kind: 'payment_method_revoked_by_customer',
        revokedPaymentMethodMetadata: { token: paymentMethod.token, customerId },
      },
    ])
    await expect(gateway.paymentMethod.find(paymentMethod.token)).rejects.toMatchObject({ type: 'notFoundError' })
  })

  test('a check, and a challenge before it', async () => {
    expect(await control(sandbox, 'POST', 'webhooks/challenge')).toEqual({ answered: true, status: 200 })
    await control(sandbox, 'POST', 'webhooks/check')
    await has(1)
    expect(await kinds()).toEqual(['check'])
  })

  test('a payload that somebody changed is not taken by the SDK', async () => {
    await control(sandbox, 'POST', 'webhooks/check')
    await has(1)
    const [{ signature, payload } = { signature: '', payload: '' }] = shop.got
    const forged = Buffer.from(`${Buffer.from(payload, 'base64').toString()} `).toString('base64')
    await expect(gateway.webhookNotification.parse(signature, forged)).rejects.toMatchObject({
      type: 'invalidSignatureError',
    })
  })
})

describe('on the way', () => {
  const fault = (of: object) => control(sandbox, 'PUT', 'faults', { faults: [{ on: 'webhook', times: 1, ...of }] })
  const check = () => control<Webhook>(sandbox, 'POST', 'webhooks/check')

  test('one that is not taken comes again, byte for byte', async () => {
    shop.answer(500)
    await check()
    await has(1)
    shop.answer(200)
    await has(2)
    expect(shop.got[1]).toEqual(shop.got[0])
    await expect.poll(listed).toMatchObject([{ state: 'delivered', attempts: [{ status: 500 }, { status: 200 }] }])
  })

  test('one comes twice', async () => {
    await fault({ kind: 'duplicate' })
    await check()
    await has(2)
    expect(shop.got[1]).toEqual(shop.got[0])
  })

  test('one is overtaken by the next', async () => {
    await fault({ kind: 'reorder' })
    await dispute(await settledCard())
    await check()
    await has(2)
    expect(await kinds()).toEqual(['check', 'dispute_opened'])
  })

  test('one is lost until somebody sends it', async () => {
    await fault({ kind: 'lose' })
    await check()
    await check()
    await has(1)
    const lost = (await listed()).find(each => each.state === 'lost')
    await control(sandbox, 'POST', `webhooks/${lost?.id}/replay`)
    await has(2)
    expect((await listed()).map(each => each.state)).toEqual(['delivered', 'delivered'])
  })

  test('a fault for one amount hits the webhook about it', async () => {
    await fault({ kind: 'duplicate', amount: '91.00' })
    await dispute(await settledCard('90.00'))
    await dispute(await settledCard('91.00'))
    await has(3)
  })

  test('faults of calls leave webhooks alone, and what cannot happen is refused', async () => {
    expect(await control(sandbox, 'PUT', 'faults', { faults: [{ kind: 'error_500', on: 'webhook' }] })).toMatchObject({
      error: 'error_500 cannot happen to webhook.',
    })
    expect(await control(sandbox, 'PUT', 'faults', { faults: [{ kind: 'duplicate', on: 'sale' }] })).toMatchObject({
      error: 'duplicate cannot happen to sale.',
    })
  })

  test('they wait until there is an address', async () => {
    await control(sandbox, 'PUT', 'settings', { webhook_url: null })
    await check()
    expect(await listed()).toMatchObject([{ state: 'waiting', attempts: [] }])
    expect(await control(sandbox, 'POST', 'webhooks/challenge')).toEqual({ answered: false, status: null })
    await control(sandbox, 'PUT', 'settings', { webhook_url: shop.url })
    await has(1)
  })
})

test('after the last try a webhook is given up', () => {
  const at = '2026-11-20T12:00:00.000Z'
  const fresh: Webhook = {
    id: 'w',
    kind: 'check',
    about: '',
    payload: '',
    signature: '',
    state: 'waiting',
    deliveries_left: 1,
    due_at: at,
    attempts: [],
    created_at: at,
  }
  const failed = (webhook: Webhook) => afterAttempt(webhook, { at, status: null, error: 'nobody listens there' })
  const tries = retries_ms.reduce(failed, fresh)
  expect(tries).toMatchObject({ state: 'waiting', due_at: '2026-11-20T12:05:00.000Z' })
  expect(failed(tries)).toMatchObject({ state: 'given_up' })
})

test.each([['ftp://shop'], ['shop'], [''], ['javascript:alert(1)']])('%s is no address', text => {
  expect(readWebhookUrl(text)).toBeUndefined()
})
