/** Tests for webhooks, received by a shop that uses the official server SDK. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import type { BraintreeGateway } from 'braintree'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { startSandbox, type Sandbox } from '../../start.ts'
import type { Webhook } from '../records.ts'
import { verificationOptions, callControlApi, createTestCustomer, sdk, untyped } from '../testing.ts'
import { afterAttempt, parseWebhookUrl, retries_ms } from './deliver.ts'

type ReceivedWebhook = { signature: string; payload: string }

/** A server that records the webhooks it receives and responds with a configurable status. */
async function startReceiver(gateway: BraintreeGateway) {
  const received: ReceivedWebhook[] = []
  let status = 200
  const server: Server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://shop')
    const challenge = url.searchParams.get('bt_challenge')
    if (challenge) return response.end(untyped(gateway).webhookNotification.verify(challenge))
    let body = ''
    request.on('data', (chunk: Buffer) => (body += String(chunk)))
    request.on('end', () => {
      const form = new URLSearchParams(body)
      received.push({ signature: form.get('bt_signature') ?? '', payload: form.get('bt_payload') ?? '' })
      response.writeHead(status).end()
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    received,
    respondWith: (newStatus: number) => (status = newStatus),
    read: async () => {
      const notifications: { kind: string; timestamp: string; transaction?: object; dispute?: object }[] = []
      for (const { signature, payload } of received)
        notifications.push((await gateway.webhookNotification.parse(signature, payload)) as never)
      return notifications
    },
    close: () => server.close(),
  }
}

let sandbox: Sandbox
let gateway: BraintreeGateway
let shop: Awaited<ReturnType<typeof startReceiver>>
beforeAll(async () => {
  sandbox = await startSandbox({ debits_settle: false })
  gateway = sdk(sandbox)
})
afterAll(() => sandbox.close())
beforeEach(async () => {
  await callControlApi(sandbox, 'DELETE', 'transactions')
  shop = await startReceiver(gateway)
  await callControlApi(sandbox, 'PUT', 'settings', { webhook_url: shop.url })
})
afterEach(async () => {
  await callControlApi(sandbox, 'DELETE', 'faults')
  shop.close()
})

const expectReceived = (count: number) => expect.poll(() => shop.received.length).toBe(count)
const receivedKinds = async () => (await shop.read()).map(notification => notification.kind)
const listWebhooks = async () => (await callControlApi<{ webhooks: Webhook[] }>(sandbox, 'GET', 'webhooks')).webhooks

async function createDebit(amount = '80.00') {
  const { paymentMethod } = await gateway.paymentMethod.create({
    customerId: await createTestCustomer(sandbox),
    paymentMethodNonce: 'fake-us-bank-account-nonce',
    options: verificationOptions('network_check'),
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
async function createSettledSale(amount = '90.00') {
  const options = { submitForSettlement: true }
  const { transaction } = await gateway.transaction.sale({ amount, paymentMethodNonce: 'fake-valid-nonce', options })
  await gateway.testing.settle(transaction.id)
  return transaction.id
}
const openDispute = (id: string, body = {}) =>
  callControlApi<{ id: string }>(sandbox, 'POST', `transactions/${id}/dispute`, body)

describe('webhook kinds', () => {
  test('a settled debit is announced with its amount and order', async () => {
    const id = await createDebit()
    await gateway.testing.settle(id)
    await expectReceived(1)
    expect(await shop.read()).toMatchObject([
      {
        kind: 'transaction_settled',
        transaction: { id, status: 'settled', amount: '80.00', orderId: 'LT-9', usBankAccount: { last4: '0000' } },
      },
    ])
  })

  test('a declined debit is announced, a settled card is not', async () => {
    await createSettledSale()
    await gateway.testing.settlementDecline(await createDebit())
    await expectReceived(1)
    expect(await receivedKinds()).toEqual(['transaction_settlement_declined'])
  })

  test('a failed refund is announced', async () => {
    const refund = await gateway.transaction.refund(await createSettledSale())
    await gateway.testing.settlementDecline(refund.transaction.id)
    await expectReceived(1)
    expect(await shop.read()).toMatchObject([{ kind: 'refund_failed', transaction: { id: refund.transaction.id } }])
    // The shop has the money again, so another refund is possible.
    const sale = refund.transaction.refundedTransactionId ?? ''
    expect(await gateway.transaction.refund(sale)).toMatchObject({ success: true })
  })

  test('a dispute is announced when it opens and when it is decided', async () => {
    const id = await createSettledSale('90.00')
    const { id: disputeId } = await openDispute(id, { reason: 'product_not_received' })
    expect(await gateway.dispute.find(disputeId)).toMatchObject({
      dispute: { status: 'open', reason: 'product_not_received', amount: '90.00', transaction: { id } },
    })
    await gateway.dispute.addTextEvidence(disputeId, { content: 'They have downloaded it.' })
    await gateway.dispute.finalize(disputeId)
    await callControlApi(sandbox, 'POST', `disputes/${disputeId}/won`)
    await expectReceived(2)
    expect(await shop.read()).toMatchObject([
      { kind: 'dispute_opened', dispute: { id: disputeId, status: 'open', transaction: { id } } },
      { kind: 'dispute_won', dispute: { id: disputeId, status: 'won', amountWon: '90.00' } },
    ])
    expect((await gateway.transaction.find(id)).disputes).toMatchObject([{ id: disputeId, status: 'won' }])
  })

  test('a PayPal account revoked by its owner is announced', async () => {
    const customerId = await createTestCustomer(sandbox)
    const { paymentMethod } = await gateway.paymentMethod.create({
      customerId,
      paymentMethodNonce: 'fake-paypal-billing-agreement-nonce',
    })
    await callControlApi(sandbox, 'POST', `payment_methods/${paymentMethod.token}/revoke`)
    await expectReceived(1)
    expect(await shop.read()).toMatchObject([
      {
        kind: 'payment_method_revoked_by_customer',
        revokedPaymentMethodMetadata: { token: paymentMethod.token, customerId },
      },
    ])
    await expect(gateway.paymentMethod.find(paymentMethod.token)).rejects.toMatchObject({ type: 'notFoundError' })
  })

  test('a challenge is answered and a check arrives', async () => {
    expect(await callControlApi(sandbox, 'POST', 'webhooks/challenge')).toEqual({ answered: true, status: 200 })
    await callControlApi(sandbox, 'POST', 'webhooks/check')
    await expectReceived(1)
    expect(await receivedKinds()).toEqual(['check'])
  })

  test('the SDK rejects a payload that was changed', async () => {
    await callControlApi(sandbox, 'POST', 'webhooks/check')
    await expectReceived(1)
    const [{ signature, payload } = { signature: '', payload: '' }] = shop.received
    const forged = Buffer.from(`${Buffer.from(payload, 'base64').toString()} `).toString('base64')
    await expect(gateway.webhookNotification.parse(signature, forged)).rejects.toMatchObject({
      type: 'invalidSignatureError',
    })
  })
})

describe('delivery', () => {
  const setFault = (fields: object) =>
    callControlApi(sandbox, 'PUT', 'faults', { faults: [{ on: 'webhook', times: 1, ...fields }] })
  const sendCheck = () => callControlApi<Webhook>(sandbox, 'POST', 'webhooks/check')

  test('a failed delivery is retried with the same bytes', async () => {
    shop.respondWith(500)
    await sendCheck()
    await expectReceived(1)
    shop.respondWith(200)
    await expectReceived(2)
    expect(shop.received[1]).toEqual(shop.received[0])
    await expect
      .poll(listWebhooks)
      .toMatchObject([{ state: 'delivered', attempts: [{ status: 500 }, { status: 200 }] }])
  })

  test('a duplicated webhook arrives twice', async () => {
    await setFault({ kind: 'duplicate' })
    await sendCheck()
    await expectReceived(2)
    expect(shop.received[1]).toEqual(shop.received[0])
  })

  test('a reordered webhook arrives after the next one', async () => {
    await setFault({ kind: 'reorder' })
    await openDispute(await createSettledSale())
    await sendCheck()
    await expectReceived(2)
    expect(await receivedKinds()).toEqual(['check', 'dispute_opened'])
  })

  test('a lost webhook arrives only after a replay', async () => {
    await setFault({ kind: 'lose' })
    await sendCheck()
    await sendCheck()
    await expectReceived(1)
    const lostWebhook = (await listWebhooks()).find(webhook => webhook.state === 'lost')
    await callControlApi(sandbox, 'POST', `webhooks/${lostWebhook?.id}/replay`)
    await expectReceived(2)
    expect((await listWebhooks()).map(webhook => webhook.state)).toEqual(['delivered', 'delivered'])
  })

  test('a fault for one amount affects only the webhook with that amount', async () => {
    await setFault({ kind: 'duplicate', amount: '91.00' })
    await openDispute(await createSettledSale('90.00'))
    await openDispute(await createSettledSale('91.00'))
    await expectReceived(3)
  })

  test('faults of calls do not apply to webhooks, nor the other way around', async () => {
    expect(
      await callControlApi(sandbox, 'PUT', 'faults', { faults: [{ kind: 'error_500', on: 'webhook' }] }),
    ).toMatchObject({
      error: 'error_500 cannot happen to webhook.',
    })
    expect(
      await callControlApi(sandbox, 'PUT', 'faults', { faults: [{ kind: 'duplicate', on: 'sale' }] }),
    ).toMatchObject({
      error: 'duplicate cannot happen to sale.',
    })
  })

  test('webhooks wait until there is an address', async () => {
    await callControlApi(sandbox, 'PUT', 'settings', { webhook_url: null })
    await sendCheck()
    expect(await listWebhooks()).toMatchObject([{ state: 'waiting', attempts: [] }])
    expect(await callControlApi(sandbox, 'POST', 'webhooks/challenge')).toEqual({ answered: false, status: null })
    await callControlApi(sandbox, 'PUT', 'settings', { webhook_url: shop.url })
    await expectReceived(1)
  })
})

test('a webhook is given up after the last retry', () => {
  const at = '2026-11-20T12:00:00.000Z'
  const webhook: Webhook = {
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
  const failDelivery = (current: Webhook) => afterAttempt(current, { at, status: null, error: 'connection refused' })
  const lastRetry = retries_ms.reduce(failDelivery, webhook)
  expect(lastRetry).toMatchObject({ state: 'waiting', due_at: '2026-11-20T12:05:00.000Z' })
  expect(failDelivery(lastRetry)).toMatchObject({ state: 'given_up' })
})

test.each([['ftp://shop'], ['shop'], [''], ['javascript:alert(1)']])('%s is not a webhook URL', text => {
  expect(parseWebhookUrl(text)).toBeUndefined()
})
