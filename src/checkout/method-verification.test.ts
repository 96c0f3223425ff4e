import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { getCart } from '#cart/contract.ts'
import { openGateway, type PaymentGateway } from '#payments/gateway.server.ts'
import { webhookHandlers } from '#refunds/jobs.server.ts'

import {
  seedBuyer,
  solveCheckoutCaptcha,
  openCheckoutShop,
  buildPaymentBody,
  type CartBuyer,
} from '../../testing/builders/checkout.ts'
import { beginPayment, submitPayment } from './checkout.server.ts'
import { checkoutJobs } from './jobs.server.ts'
import { FORGET_METHOD_JOB, verifyNewMethod, type VaultedMethod } from './method-verification.server.ts'
import { sweepAttempts } from './sweep.server.ts'

const minute_ms = 60_000
const REVIEW_TEXT =
  'Something went wrong while trying to process your payment. Please review your payment details and try again.'

let harness: Awaited<ReturnType<typeof openCheckoutShop>>
let gateway: PaymentGateway
beforeAll(async () => {
  harness = await openCheckoutShop(2_000)
  gateway = openGateway(harness.shop.config) as PaymentGateway
})
afterAll(() => harness.close())
beforeEach(() => harness.faults())

const attemptsOf = ({ workspace_id }: CartBuyer) =>
  harness.shop.db
    .selectFrom('payment_attempts')
    .where('workspace_id', '=', workspace_id)
    .selectAll()
    .orderBy('id')
    .execute()
const chargesOf = async (buyer: CartBuyer) => {
  const names = new Set((await attemptsOf(buyer)).map(attempt => attempt.gateway_order_id))
  return (await harness.transactions()).filter(charge => names.has(charge.order_id))
}
/** Returns this workspace’s cards in the gateway’s vault, by token. */
const vaultTokensOf = async (buyer: CartBuyer) => {
  const names = (await attemptsOf(buyer)).map(attempt => attempt.gateway_order_id)
  return (await harness.cards()).map(card => card.token).filter(token => names.some(name => token.endsWith(name)))
}
/** Returns the workspace’s saved cards. */
const savedMethodsOf = ({ workspace_id }: CartBuyer) =>
  harness.shop.db.selectFrom('payment_methods').where('workspace_id', '=', workspace_id).selectAll().execute()
const cartOf = async ({ visitor }: CartBuyer) => (await visitor.call(getCart, {})).data
const payAndSave = async (buyer: CartBuyer) => (await buyer.pay({ remember_payment_method: true })).data
/** Runs the queued jobs that remove this buyer’s cards from the vault. Returns how many were scheduled again. */
const runForgetJobs = async (buyer: CartBuyer) => {
  const job = checkoutJobs(harness.shop.deps, webhookHandlers).find(candidate => candidate.name === FORGET_METHOD_JOB)
  const ids = new Set((await attemptsOf(buyer)).map(attempt => attempt.id))
  const dueJobs = harness.shop.jobs.sent.filter(
    sentJob => sentJob.name === FORGET_METHOD_JOB && ids.has((sentJob.data as VaultedMethod).attempt_id),
  )
  const before = harness.shop.jobs.sent.length
  for (const dueJob of dueJobs) await job?.run(dueJob.data)
  return harness.shop.jobs.sent.length - before
}

test('a card that is not to be saved is never listed, and leaves the vault after the payment', async () => {
  const buyer = await seedBuyer(harness.shop, harness.clips)
  expect((await buyer.pay()).data.state).toBe('paid')
  expect(await savedMethodsOf(buyer)).toEqual([])
  expect(await vaultTokensOf(buyer)).toHaveLength(1)
  await runForgetJobs(buyer)
  expect(await vaultTokensOf(buyer)).toEqual([])
})

test('a card that is to be saved is saved for the workspace', async () => {
  const buyer = await seedBuyer(harness.shop, harness.clips)
  expect(await payAndSave(buyer)).toMatchObject({ state: 'paid' })
  await runForgetJobs(buyer)
  const savedMethods = await savedMethodsOf(buyer)
  expect(savedMethods).toMatchObject([{ type: 'card', card_brand: 'Visa', last_4: '1111', is_default: true }])
  expect(await vaultTokensOf(buyer)).toEqual(savedMethods.map(card => card.gateway_token))
})

test('a card that is to be saved and could not be charged is not saved', async () => {
  const buyer = await seedBuyer(harness.shop, harness.clips, {
    license: { distribution_ids: [7, 8], end_client_size: 3 },
  })
  await harness.strictAmounts(true)
  await expect(payAndSave(buyer)).rejects.toMatchObject({
    status: 422,
    message: 'Your bank declined this card. Nothing was charged. Try another card or PayPal.',
  })
  await harness.strictAmounts(false)
  await runForgetJobs(buyer)
  expect(await savedMethodsOf(buyer)).toEqual([])
  expect(await vaultTokensOf(buyer)).toEqual([])
})

test('a sale with an unknown outcome keeps the card until the outcome is known, and then saves it as chosen', async () => {
  const buyer = await seedBuyer(harness.shop, harness.clips)
  await harness.faults({ kind: 'timeout_after_success', on: 'sale', times: 1 })
  expect(await payAndSave(buyer)).toMatchObject({ state: 'confirming' })
  expect(await runForgetJobs(buyer)).toBe(1)
  expect(await vaultTokensOf(buyer)).toHaveLength(1)
  harness.shop.clock.advance(31_000)
  await sweepAttempts(harness.shop, gateway)
  expect(await savedMethodsOf(buyer)).toHaveLength(1)
  expect(await runForgetJobs(buyer)).toBe(0)
  expect(await vaultTokensOf(buyer)).toHaveLength(1)
})

test.each(['timeout_after_success', 'error_500'] as const)(
  'a verification that ends in %s charges nothing: the buyer can retry at once, and no card is left behind',
  async kind => {
    const buyer = await seedBuyer(harness.shop, harness.clips)
    await harness.faults({ kind, on: 'payment_method', times: 1 })
    await expect(buyer.pay()).rejects.toMatchObject({ status: 422, message: REVIEW_TEXT })
    expect(await chargesOf(buyer)).toEqual([])
    expect(await cartOf(buyer)).toEqual(buyer.cart)
    expect((await buyer.pay()).data.state).toBe('paid')
    expect(await chargesOf(buyer)).toHaveLength(1)
    await runForgetJobs(buyer)
    expect(await vaultTokensOf(buyer)).toEqual([])
  },
)

test('a gateway that does not respond at all charges nothing, and the cart is free at once', async () => {
  const buyer = await seedBuyer(harness.shop, harness.clips)
  await harness.faults({ kind: 'error_500', on: 'all' })
  await expect(buyer.pay()).rejects.toMatchObject({ status: 422, message: REVIEW_TEXT })
  await harness.faults()
  expect(await cartOf(buyer)).toEqual(buyer.cart)
  expect((await buyer.pay()).data.state).toBe('paid')
  expect(await chargesOf(buyer)).toHaveLength(1)
})

test('a crash between the verification and the sale charges nothing, and leaves no card behind', async () => {
  const buyer = await seedBuyer(harness.shop, harness.clips)
  const body = { ...buildPaymentBody(buyer.cart.fingerprint), ...(await solveCheckoutCaptcha(buyer.visitor)) }
  const { attempt } = await beginPayment(harness.shop, buyer.actor, { operation_key: randomUUID(), body })
  await verifyNewMethod(harness.shop, gateway, attempt, { nonce: 'fake-valid-nonce', is_saved: false })
  expect(await vaultTokensOf(buyer)).toHaveLength(1)
  harness.shop.clock.advance(6 * minute_ms)
  await sweepAttempts(harness.shop, gateway)
  await runForgetJobs(buyer)
  expect(await vaultTokensOf(buyer)).toEqual([])
  expect(await chargesOf(buyer)).toEqual([])
  expect(await cartOf(buyer)).toEqual(buyer.cart)
  expect((await buyer.pay()).data.state).toBe('paid')
})

test('after a verification that took too long, no sale is sent', async () => {
  const buyer = await seedBuyer(harness.shop, harness.clips)
  const slowGateway: PaymentGateway = {
    ...gateway,
    verify: async card => {
      const result = await gateway.verify(card)
      harness.shop.clock.advance(31_000)
      return result
    },
  }
  const body = { ...buildPaymentBody(buyer.cart.fingerprint), ...(await solveCheckoutCaptcha(buyer.visitor)) }
  const paying = submitPayment(harness.shop, slowGateway, buyer.actor, { operation_key: randomUUID(), body })
  await expect(paying).rejects.toMatchObject({ status: 422, message: REVIEW_TEXT })
  expect(await chargesOf(buyer)).toEqual([])
  expect(await cartOf(buyer)).toEqual(buyer.cart)
})

test('a new gateway gets a new customer for the workspace', async () => {
  const buyer = await seedBuyer(harness.shop, harness.clips)
  await buyer.pay()
  await harness.forgetAll()
  const colleague = await seedBuyer(harness.shop, harness.clips, {
    workspace_id: buyer.workspace_id,
    role: 'purchaser',
  })
  expect((await colleague.pay()).data.state).toBe('paid')
  expect(await chargesOf(colleague)).toHaveLength(1)
})
