import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { getCart } from '#cart/contract.ts'
import { openGateway, type Gateway } from '#payments/gateway.server.ts'

import { aBuyer, checkoutProof, openCheckoutShop, payment, type CartBuyer } from '../../testing/builders/checkout.ts'
import { beginPayment, pay } from './checkout.server.ts'
import { checkoutJobs } from './jobs.server.ts'
import { forget_job, putOnTrial, type OnTrial } from './on-trial.server.ts'
import { sweepAttempts } from './sweep.server.ts'

const minute_ms = 60_000
const declined =
  'Something went wrong while trying to process your payment. Please review your payment details and try again.'

let at: Awaited<ReturnType<typeof openCheckoutShop>>
let gateway: Gateway
beforeAll(async () => {
  at = await openCheckoutShop(2_000)
  gateway = openGateway(at.shop.config) as Gateway
})
afterAll(() => at.close())
beforeEach(() => at.faults())

const attemptsOf = ({ workspace_id }: CartBuyer) =>
  at.shop.db.selectFrom('payment_attempts').where('workspace_id', '=', workspace_id).selectAll().orderBy('id').execute()
const chargesOf = async (buyer: CartBuyer) => {
  const names = new Set((await attemptsOf(buyer)).map(attempt => attempt.gateway_order_id))
  return (await at.transactions()).filter(charge => names.has(charge.order_id))
}
/** The cards that this workspace has in the gateway's vault, by our names for them. */
const vaultOf = async (buyer: CartBuyer) => {
  const names = (await attemptsOf(buyer)).map(attempt => attempt.gateway_order_id)
  return (await at.cards()).map(card => card.token).filter(token => names.some(name => token.endsWith(name)))
}
/** The cards that the workspace keeps, as the shop shows them. */
const keptBy = ({ workspace_id }: CartBuyer) =>
  at.shop.db.selectFrom('payment_methods').where('workspace_id', '=', workspace_id).selectAll().execute()
const cartOf = async ({ visitor }: CartBuyer) => (await visitor.call(getCart, {})).data
const payAndKeep = async (buyer: CartBuyer) => (await buyer.pay({ remember_payment_method: true })).data
/** Works off what was sent about the cards of this buyer's attempts; answers how many asked for another time. */
const forgetCards = async (buyer: CartBuyer) => {
  const work = checkoutJobs(at.shop.deps).find(job => job.name === forget_job)
  const ids = new Set((await attemptsOf(buyer)).map(attempt => attempt.id))
  const due = at.shop.jobs.sent.filter(job => job.name === forget_job && ids.has((job.data as OnTrial).attempt_id))
  const before = at.shop.jobs.sent.length
  for (const job of due) await work?.run(job.data)
  return at.shop.jobs.sent.length - before
}

test('a card that nobody asked to keep is never shown, and leaves the vault when the payment has ended', async () => {
  const buyer = await aBuyer(at.shop, at.clips)
  expect((await buyer.pay()).data.state).toBe('paid')
  expect(await keptBy(buyer)).toEqual([])
  expect(await vaultOf(buyer)).toHaveLength(1)
  await forgetCards(buyer)
  expect(await vaultOf(buyer)).toEqual([])
})

test('a card that was to be kept is kept with the workspace', async () => {
  const buyer = await aBuyer(at.shop, at.clips)
  expect(await payAndKeep(buyer)).toMatchObject({ state: 'paid' })
  await forgetCards(buyer)
  const kept = await keptBy(buyer)
  expect(kept).toMatchObject([{ type: 'card', card_brand: 'Visa', last_4: '1111', is_default: true }])
  expect(await vaultOf(buyer)).toEqual(kept.map(card => card.gateway_token))
})

test('a card that was to be kept and could not be charged is not', async () => {
  const buyer = await aBuyer(at.shop, at.clips, { license: { distribution_ids: [7, 8], end_client_size: 3 } })
  await at.strictAmounts(true)
  await expect(payAndKeep(buyer)).rejects.toMatchObject({
    status: 422,
    message: 'Your bank declined this card. Nothing was charged. Try another card or PayPal.',
  })
  await at.strictAmounts(false)
  await forgetCards(buyer)
  expect(await keptBy(buyer)).toEqual([])
  expect(await vaultOf(buyer)).toEqual([])
})

test('a sale whose answer was lost keeps the card until somebody knows, and then as the buyer wished', async () => {
  const buyer = await aBuyer(at.shop, at.clips)
  await at.faults({ kind: 'timeout_after_success', on: 'sale', times: 1 })
  expect(await payAndKeep(buyer)).toMatchObject({ state: 'confirming' })
  expect(await forgetCards(buyer)).toBe(1)
  expect(await vaultOf(buyer)).toHaveLength(1)
  at.shop.clock.advance(31_000)
  await sweepAttempts(at.shop, gateway)
  expect(await keptBy(buyer)).toHaveLength(1)
  expect(await forgetCards(buyer)).toBe(0)
  expect(await vaultOf(buyer)).toHaveLength(1)
})

test.each(['timeout_after_success', 'error_500'] as const)(
  'a check that ends in %s charges nothing: the buyer tries again at once, and no card is left behind',
  async kind => {
    const buyer = await aBuyer(at.shop, at.clips)
    await at.faults({ kind, on: 'payment_method', times: 1 })
    await expect(buyer.pay()).rejects.toMatchObject({ status: 422, message: declined })
    expect(await chargesOf(buyer)).toEqual([])
    expect(await cartOf(buyer)).toEqual(buyer.cart)
    expect((await buyer.pay()).data.state).toBe('paid')
    expect(await chargesOf(buyer)).toHaveLength(1)
    await forgetCards(buyer)
    expect(await vaultOf(buyer)).toEqual([])
  },
)

test('a gateway that does not answer at all charges nothing, and the cart is free at once', async () => {
  const buyer = await aBuyer(at.shop, at.clips)
  await at.faults({ kind: 'error_500', on: 'all' })
  await expect(buyer.pay()).rejects.toMatchObject({ status: 422, message: declined })
  await at.faults()
  expect(await cartOf(buyer)).toEqual(buyer.cart)
  expect((await buyer.pay()).data.state).toBe('paid')
  expect(await chargesOf(buyer)).toHaveLength(1)
})

test('a crash between the check and the sale charges nothing, and leaves no card behind', async () => {
  const buyer = await aBuyer(at.shop, at.clips)
  const body = { ...payment(buyer.cart.fingerprint), ...(await checkoutProof(buyer.visitor)) }
  const { attempt } = await beginPayment(at.shop, buyer.actor, { operation_key: randomUUID(), body })
  await putOnTrial(at.shop, gateway, attempt, { nonce: 'fake-valid-nonce', is_kept: false })
  expect(await vaultOf(buyer)).toHaveLength(1)
  at.shop.clock.advance(6 * minute_ms)
  await sweepAttempts(at.shop, gateway)
  await forgetCards(buyer)
  expect(await vaultOf(buyer)).toEqual([])
  expect(await chargesOf(buyer)).toEqual([])
  expect(await cartOf(buyer)).toEqual(buyer.cart)
  expect((await buyer.pay()).data.state).toBe('paid')
})

test('a check that took so long that the sweeper is already asking is followed by no sale', async () => {
  const buyer = await aBuyer(at.shop, at.clips)
  const slow: Gateway = {
    ...gateway,
    verify: async card => {
      const said = await gateway.verify(card)
      at.shop.clock.advance(31_000)
      return said
    },
  }
  const body = { ...payment(buyer.cart.fingerprint), ...(await checkoutProof(buyer.visitor)) }
  const paying = pay(at.shop, slow, buyer.actor, { operation_key: randomUUID(), body })
  await expect(paying).rejects.toMatchObject({ status: 422, message: declined })
  expect(await chargesOf(buyer)).toEqual([])
  expect(await cartOf(buyer)).toEqual(buyer.cart)
})

test('a gateway that was set up anew meets the workspace once more', async () => {
  const buyer = await aBuyer(at.shop, at.clips)
  await buyer.pay()
  await at.forgetAll()
  const again = await aBuyer(at.shop, at.clips, { workspace_id: buyer.workspace_id, role: 'purchaser' })
  expect((await again.pay()).data.state).toBe('paid')
  expect(await chargesOf(again)).toHaveLength(1)
})
