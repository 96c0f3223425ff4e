/** What the gateway tells, through the door: in any order, any number of times, by anybody. */
import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { getCart } from '#cart/contract.ts'
import { getOrder, orderAgain } from '#orders/contract.ts'
import { tokenFor } from '#payments/card-token.ts'
import { openGateway, type Gateway } from '#payments/gateway.server.ts'
import { listMethods } from '#payments/methods-contract.ts'

import { openCharged } from '../../testing/builders/charged.ts'
import { aBuyer, checkoutProof, openCheckoutShop, payment, type CartBuyer } from '../../testing/builders/checkout.ts'
import { keep } from '../../testing/builders/payers.ts'
import { openNews } from '../../testing/builders/webhooks.ts'
import { pay } from './checkout.server.ts'
import { sweepAttempts } from './sweep.server.ts'
import { webhook_path } from './webhooks.server.ts'

let at: Awaited<ReturnType<typeof openCheckoutShop>>
let news: ReturnType<typeof openNews>
let charged: ReturnType<typeof openCharged>
let gateway: Gateway
beforeAll(async () => {
  at = await openCheckoutShop(4_000)
  news = openNews(at)
  charged = openCharged(at)
  gateway = openGateway(at.shop.config) as Gateway
})
afterAll(() => at.close())
beforeEach(async () => {
  await at.faults()
  await at.set({ debits_settle: false })
  at.shop.jobs.sent.splice(0)
})

const aDebit = async () => {
  const buyer = await aBuyer(at.shop, at.clips)
  const id = await keep(buyer, 'fake-us-bank-account-nonce', 'ach')
  await buyer.pay({ payment_type: 'ach', payment_method_id: id, nonce: null })
  return { buyer, id: await charged.transactionOf(buyer) }
}
describe('a debit', () => {
  test('that arrived is told twenty times at once and worked on once', async () => {
    const { buyer, id } = await aDebit()
    await at.settle(id)
    const [webhook] = await news.about(id)
    if (!webhook) throw new Error('No webhook.')
    const codes = await Promise.all(Array.from({ length: 20 }, () => news.send(webhook)))
    expect(new Set(codes)).toEqual(new Set([204]))
    expect(await news.workOff()).toBe(1)
    expect(await charged.movesOf(buyer)).toEqual(['pending', 'processing', 'paid'])
  })

  test('that is told of while the browser still waits for the sale: twenty at once, each ends once', async () => {
    const told: Promise<unknown>[] = []
    const racing: Gateway = {
      ...gateway,
      sale: async asked => {
        const outcome = await gateway.sale(asked)
        const charge = (await at.transactions()).find(({ order_id }) => order_id === asked.order_id)
        if (!charge) throw new Error('Nothing was charged.')
        const sent = await news.arrived(charge)
        await news.send(sent)
        // Not waited for: from here on the news and the answer race, and both ask the gateway first.
        told.push(news.workOne(sent))
        await gateway.findByOrderId(asked.order_id)
        return outcome
      },
    }
    const buyers = await Promise.all(Array.from({ length: 20 }, () => aBuyer(at.shop, at.clips)))
    const ready = await Promise.all(
      buyers.map(async buyer => {
        const payment_method_id = await keep(buyer, 'fake-us-bank-account-nonce', 'ach')
        const means = { payment_type: 'ach' as const, payment_method_id }
        const body = { ...payment(buyer.cart.fingerprint, null), ...means, ...(await checkoutProof(buyer.visitor)) }
        return () => pay(at.shop.deps, racing, buyer.actor, { operation_key: randomUUID(), body })
      }),
    )
    const replies = await Promise.all(ready.map(begin => begin()))
    await Promise.all(told)
    for (const { state } of replies) expect(['paid', 'processing']).toContain(state)
    for (const buyer of buyers) {
      const moves = await charged.movesOf(buyer)
      expect(moves.at(-1)).toBe('paid')
      expect(moves).toEqual([...new Set(moves)])
    }
    expect(told).toHaveLength(20)
  })

  test('that came back ends the order, though the sweeper says so at the same time', async () => {
    const { buyer, id } = await aDebit()
    await at.bounce(id)
    for (const webhook of await news.about(id)) await news.send(webhook)
    at.shop.clock.advance(61 * 60_000)
    await Promise.all([news.workOff(), ...Array.from({ length: 5 }, () => sweepAttempts(at.shop, gateway))])
    expect(await charged.movesOf(buyer)).toEqual(['pending', 'processing', 'failed'])
    // Its page says so, and puts the clips into the cart once more, however often it is asked.
    const params = { id: (await charged.orderOf(buyer)).universal_invoice_number ?? '' }
    const { data: seen } = await buyer.visitor.call(getOrder, { params })
    expect(seen).toMatchObject({ state: 'failed', debit_returned_at: at.shop.clock.now().toISOString() })
    for (let n = 0; n < 2; n += 1)
      expect((await buyer.visitor.call(orderAgain, { params })).data).toEqual({ added: 2, left_out: 0 })
    const { data: cart } = await buyer.visitor.call(getCart, {})
    expect(cart.sub_total).toEqual(seen.sub_total)
    expect(cart.cart_items.data).toHaveLength(2)
  })

  test('whose news the gateway cannot confirm is asked about again', async () => {
    const { buyer, id } = await aDebit()
    await at.settle(id)
    for (const webhook of await news.about(id)) await news.send(webhook)
    const sent = [...at.shop.jobs.sent]
    await at.faults({ kind: 'error_500', on: 'search', times: 1 })
    await expect(news.workOff()).rejects.toThrow()
    expect(await charged.orderOf(buyer)).toMatchObject({ state: 'processing' })
    at.shop.jobs.sent.push(...sent)
    await news.workOff()
    expect(await charged.orderOf(buyer)).toMatchObject({ state: 'paid' })
  })
})

test('what the gateway did not sign is turned away and not written down', async () => {
  const { id } = await aDebit()
  await at.settle(id)
  const [webhook] = await news.about(id)
  if (!webhook) throw new Error('No webhook.')
  const rows = () => at.shop.db.selectFrom('payment_webhooks').select('id').execute()
  const before = await rows()
  const forged = Buffer.from(webhook.bt_payload, 'base64').toString().replace('settled', 'settling')
  for (const sent of [
    { ...webhook, bt_payload: Buffer.from(forged).toString('base64') },
    { ...webhook, bt_signature: `${webhook.bt_signature.slice(0, -4)}0000` },
    { ...webhook, bt_signature: 'nobody|1' },
    { bt_signature: '', bt_payload: '' },
  ])
    expect(await news.send(sent)).toBe(400)
  expect(await rows()).toEqual(before)
})

test('the address knows its own challenge', async () => {
  const bt_challenge = 'a'.repeat(32)
  const answer = await at.shop.app.inject({ url: webhook_path, query: { bt_challenge } })
  expect([answer.statusCode, answer.body]).toEqual([200, gateway.answerChallenge(bt_challenge)])
  const wrong = await at.shop.app.inject({ url: webhook_path, query: { bt_challenge: 'no' } })
  expect(wrong.statusCode).toBe(400)
})

test('a PayPal account that its owner took back at PayPal is gone here too', async () => {
  const buyer = await aBuyer(at.shop, at.clips)
  await keep(buyer, 'fake-paypal-billing-agreement-nonce', 'paypal')
  const { gateway_token } = await at.shop.db
    .selectFrom('payment_methods')
    .where('workspace_id', '=', buyer.workspace_id)
    .select('gateway_token')
    .executeTakeFirstOrThrow()
  await at.revoke(gateway_token)
  for (const webhook of await news.about(gateway_token)) await news.send(webhook)
  await news.workOff()
  expect((await buyer.visitor.call(listMethods, {})).data).toEqual([])
})

describe('a PayPal account that is taken back while a payment with it is confirmed: paid, and not kept', () => {
  const taken = async (buyer: CartBuyer, means: Parameters<CartBuyer['pay']>[0], tokenOf: () => Promise<string>) => {
    await at.faults({ kind: 'error_500', on: 'search' }, { kind: 'timeout_after_success', on: 'sale', times: 1 })
    expect((await buyer.pay({ payment_type: 'paypal', ...means })).data.state).toBe('confirming')
    const token = await tokenOf()
    await at.revoke(token)
    for (const webhook of await news.about(token)) await news.send(webhook)
    await news.workOff()
    await at.faults()
    at.shop.clock.advance(31_000)
    await sweepAttempts(at.shop, gateway)
    expect(await charged.orderOf(buyer)).toMatchObject({ state: 'paid' })
    expect((await buyer.visitor.call(listMethods, {})).data).toEqual([])
  }

  test('one that was kept before', async () => {
    const buyer = await aBuyer(at.shop, at.clips)
    const id = await keep(buyer, 'fake-paypal-billing-agreement-nonce', 'paypal')
    await taken(buyer, { nonce: null, payment_method_id: id, remember_payment_method: true }, async () => {
      const methods = at.shop.db.selectFrom('payment_methods').where('id', '=', id).select('gateway_token')
      return (await methods.executeTakeFirstOrThrow()).gateway_token
    })
  })

  test('one that was to be kept', async () => {
    const buyer = await aBuyer(at.shop, at.clips)
    const means = { nonce: 'fake-paypal-billing-agreement-nonce', remember_payment_method: true }
    await taken(buyer, means, async () => {
      const attempts = at.shop.db.selectFrom('payment_attempts').where('workspace_id', '=', buyer.workspace_id)
      const { gateway_order_id } = await attempts.select('gateway_order_id').executeTakeFirstOrThrow()
      return tokenFor(gateway_order_id, { is_kept: true })
    })
  })
})
