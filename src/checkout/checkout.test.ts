import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { getCart, removeItems } from '#cart/contract.ts'
import { setEin } from '#cart/details-contract.ts'
import { PURCHASING_REFUSAL } from '#workspaces/policy.ts'

import { seedBuyer, openCheckoutShop, buildPaymentBody, type CartBuyer } from '../../testing/builders/checkout.ts'
import { seedMember } from '../../testing/builders/orders.ts'
import { checkout, getAttempt, getPendingOrder, placeManually, selfInvoice } from './contract.ts'

let harness: Awaited<ReturnType<typeof openCheckoutShop>>
beforeAll(async () => {
  harness = await openCheckoutShop()
})
afterAll(() => harness.close())
beforeEach(async () => {
  await harness.faults()
  await harness.strictAmounts(false)
})

const DECLINED_TEXT = 'Your bank declined this card. Nothing was charged. Try another card or PayPal.'
const REVIEW_TEXT =
  'Something went wrong while trying to process your payment. Please review your payment details and try again.'

const ordersOf = ({ workspace_id }: CartBuyer) =>
  harness.shop.db.selectFrom('orders').where('workspace_id', '=', workspace_id).selectAll().orderBy('id').execute()
const attemptsOf = ({ workspace_id }: CartBuyer) =>
  harness.shop.db
    .selectFrom('payment_attempts')
    .where('workspace_id', '=', workspace_id)
    .selectAll()
    .orderBy('id')
    .execute()
/** Returns what the gateway charged this workspace. */
const chargesOf = async (buyer: CartBuyer) => {
  const names = new Set((await attemptsOf(buyer)).map(attempt => attempt.gateway_order_id))
  return (await harness.transactions()).filter(t => names.has(t.order_id))
}
/** Returns this workspace’s cards in the gateway’s vault. */
const vaultCardsOf = async ({ workspace_id }: CartBuyer) => {
  const customer = await harness.shop.db
    .selectFrom('payment_customers')
    .where('workspace_id', '=', workspace_id)
    .select('gateway_customer_id')
    .executeTakeFirst()
  return (await harness.cards()).filter(card => card.customer_id === customer?.gateway_customer_id)
}
const cartOf = async ({ visitor }: CartBuyer) => (await visitor.call(getCart, {})).data
const settleAll = (calls: Promise<unknown>[]) => Promise.allSettled(calls)
const refusalStatuses = (results: PromiseSettledResult<unknown>[]) =>
  results.flatMap(result => (result.status === 'rejected' ? [(result.reason as { status: number }).status] : []))

describe('a valid card', () => {
  test('is charged the cart’s total once, and the cart becomes a numbered order', async () => {
    const buyer = await seedBuyer(harness.shop, harness.clips)
    const { data } = await buyer.pay()
    expect(data).toMatchObject({ state: 'paid', invoice_number: expect.stringMatching(/^LT-2026-\d{6}$/) })
    const [order] = await ordersOf(buyer)
    expect(order).toMatchObject({
      id: data.order_id,
      state: 'paid',
      payment_type: 'card',
      payment_method: 'Visa ending in 1111',
      total_cents: buyer.cart.total.unformatted,
      billing: { company: 'Fieldnote Pictures', region: 'Texas', contact: 'Nora Brandt' },
      tax: { jurisdiction: 'Texas', rate: 0.0625 },
    })
    const total = (buyer.cart.total.unformatted / 100).toFixed(2)
    expect(await chargesOf(buyer)).toMatchObject([{ amount: total, status: 'submitted_for_settlement' }])
    expect(await cartOf(buyer)).toMatchObject({ hash: null, licenses: [] })
    const { data: attempt } = await buyer.visitor.call(getAttempt, { params: { order_id: String(data.order_id) } })
    expect(attempt).toMatchObject({ state: 'paid', invoice_number: data.invoice_number })
  })
})

describe('a declined card', () => {
  test('by its amount: nothing is ordered, the cart is unchanged, and a second attempt works', async () => {
    // Broadcast TV and theaters for a client with 51 to 250 people: two clips come to $2,698 and tax.
    const buyer = await seedBuyer(harness.shop, harness.clips, {
      license: { distribution_ids: [7, 8], end_client_size: 3 },
    })
    const total_cents = buyer.cart.total.unformatted
    expect(total_cents > 200_000 && total_cents < 300_000).toBe(true)
    await harness.strictAmounts(true)
    await expect(buyer.pay()).rejects.toMatchObject({ status: 422, message: DECLINED_TEXT })
    expect(await cartOf(buyer)).toEqual(buyer.cart)
    expect(await ordersOf(buyer)).toMatchObject([{ state: 'failed', universal_invoice_number: null }])
    await harness.strictAmounts(false)
    expect((await buyer.pay()).data.state).toBe('paid')
    expect((await ordersOf(buyer)).map(order => order.state)).toEqual(['failed', 'paid'])
  })

  test.each([
    ['4000111111111115', 'fake-processor-declined-visa-nonce'],
    ['5105105105105100', 'fake-processor-declined-mastercard-nonce'],
    ['378734493671000', 'fake-processor-declined-amex-nonce'],
    ['6011000990139424', 'fake-processor-declined-discover-nonce'],
    ['4000111111111511', 'fake-gateway-rejected-fraud-nonce'],
  ])(
    'by its number, %s: nothing is charged or saved, the same key returns the same, and another card pays',
    async (_, nonce) => {
      const buyer = await seedBuyer(harness.shop, harness.clips)
      const card = { key: randomUUID(), nonce }
      await expect(buyer.pay(card)).rejects.toMatchObject({ status: 422, message: DECLINED_TEXT })
      await expect(buyer.pay(card)).rejects.toMatchObject({ status: 422, message: DECLINED_TEXT })
      expect(await attemptsOf(buyer)).toMatchObject([{ state: 'declined', gateway_transaction_id: null }])
      expect(await chargesOf(buyer)).toEqual([])
      expect(await vaultCardsOf(buyer)).toEqual([])
      expect(await cartOf(buyer)).toEqual(buyer.cart)
      expect((await buyer.pay()).data.state).toBe('paid')
      expect(await chargesOf(buyer)).toHaveLength(1)
    },
  )

  test('a nonce that the gateway does not know', async () => {
    const buyer = await seedBuyer(harness.shop, harness.clips)
    await expect(buyer.pay({ nonce: 'nobody-made-this' })).rejects.toMatchObject({ status: 422, message: REVIEW_TEXT })
    expect(await chargesOf(buyer)).toEqual([])
    expect(await cartOf(buyer)).toEqual(buyer.cart)
  })
})

describe('concurrent requests', () => {
  test('a double click: twenty requests with one key make one charge and one order', async () => {
    const buyer = await seedBuyer(harness.shop, harness.clips)
    const key = randomUUID()
    const results = await settleAll(Array.from({ length: 20 }, () => buyer.pay({ key })))
    expect(refusalStatuses(results)).toEqual([])
    expect(await chargesOf(buyer)).toHaveLength(1)
    const [order, ...others] = await ordersOf(buyer)
    expect(others).toEqual([])
    expect(order?.state).toBe('paid')
    for (const result of results)
      if (result.status === 'fulfilled')
        expect((result.value as { data: object }).data).toMatchObject({ order_id: order?.id })
    expect((await buyer.pay({ key })).data).toMatchObject({ state: 'paid', order_id: order?.id })
  })

  test('twenty tabs: different keys make one charge and one order, and the others get 409', async () => {
    const buyer = await seedBuyer(harness.shop, harness.clips)
    await harness.faults({ kind: 'slow', on: 'sale', times: 1, delay_ms: 200 })
    const results = await settleAll(Array.from({ length: 20 }, () => buyer.pay()))
    expect(results.filter(result => result.status === 'fulfilled')).toHaveLength(1)
    expect(new Set(refusalStatuses(results))).toEqual(new Set([409]))
    expect(await chargesOf(buyer)).toHaveLength(1)
    expect(await ordersOf(buyer)).toMatchObject([{ state: 'paid' }])
  })

  test('a card that is declined twenty times at once under one key leaves one failed order', async () => {
    const buyer = await seedBuyer(harness.shop, harness.clips)
    const card = { key: randomUUID(), nonce: 'fake-gateway-rejected-fraud-nonce' }
    await settleAll(Array.from({ length: 20 }, () => buyer.pay(card)))
    await expect(buyer.pay(card)).rejects.toMatchObject({ status: 422 })
    expect(await attemptsOf(buyer)).toHaveLength(1)
    expect(await chargesOf(buyer)).toEqual([])
    expect(await ordersOf(buyer)).toMatchObject([{ state: 'failed' }])
    expect(await cartOf(buyer)).toEqual(buyer.cart)
  })

  test('a key belongs to one payment: with another card it is refused', async () => {
    const buyer = await seedBuyer(harness.shop, harness.clips)
    const key = randomUUID()
    await buyer.pay({ key })
    await expect(buyer.pay({ key, nonce: 'fake-valid-visa-nonce' })).rejects.toMatchObject({ status: 409 })
    const colleague = await seedBuyer(harness.shop, harness.clips, {
      workspace_id: buyer.workspace_id,
      role: 'purchaser',
    })
    await expect(colleague.pay({ key })).rejects.toMatchObject({ status: 409 })
    expect(await chargesOf(buyer)).toHaveLength(1)
  })
})

describe('changes between seeing and paying', () => {
  const expectRefusal = async (buyer: CartBuyer, change: () => Promise<unknown>) => {
    const before = (await harness.transactions()).length
    await change()
    await expect(buyer.pay()).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining('Your cart changed since you saw it'),
    })
    expect(await harness.transactions()).toHaveLength(before)
    expect(await ordersOf(buyer)).toEqual([])
    expect((await cartOf(buyer)).state).toBe('open')
  }

  test('a withdrawn clip', async () => {
    const buyer = await seedBuyer(harness.shop, harness.clips)
    const clip = harness.shop.db.updateTable('clips').where('id', '=', harness.clips[0]?.id ?? 0)
    await expectRefusal(buyer, () => clip.set({ status: 'withdrawn' }).execute())
    await clip.set({ status: 'published' }).execute()
  })

  test('a price increase', async () => {
    const buyer = await seedBuyer(harness.shop, harness.clips)
    const clip = harness.shop.db.updateTable('clips').where('id', '=', harness.clips[0]?.id ?? 0)
    await expectRefusal(buyer, () => clip.set({ tier: 'signature' }).execute())
    await clip.set({ tier: 'standard' }).execute()
  })

  test('a clip removed in another tab', async () => {
    const buyer = await seedBuyer(harness.shop, harness.clips)
    const [first] = buyer.cart.cart_items.data
    await expectRefusal(buyer, () => buyer.visitor.call(removeItems, { body: { cart_item_ids: [first?.id ?? 0] } }))
  })
})

describe('permissions and input', () => {
  test('a guest has to log in', async () => {
    const call = harness.shop
      .visitor()
      .call(checkout, { body: buildPaymentBody('x') }, { idempotencyKey: randomUUID() })
    await expect(call).rejects.toMatchObject({ status: 401 })
  })

  test.each(['asset_manager', 'guest'] as const)('a %s cannot buy, and the refusal says whom to ask', async role => {
    const buyer = await seedBuyer(harness.shop, harness.clips, { role })
    await expect(buyer.pay()).rejects.toMatchObject({ status: 403, message: PURCHASING_REFUSAL })
    expect(await attemptsOf(buyer)).toEqual([])
  })

  test('no one can pay for another user’s cart', async () => {
    const owner = await seedBuyer(harness.shop, harness.clips)
    const { visitor } = await seedMember(harness.shop)
    const call = visitor.call(
      checkout,
      { body: buildPaymentBody(owner.cart.fingerprint) },
      { idempotencyKey: randomUUID() },
    )
    await expect(call).rejects.toMatchObject({ status: 422, message: 'Your cart is empty.' })
    const { data } = await owner.pay()
    await expect(visitor.call(getAttempt, { params: { order_id: String(data.order_id) } })).rejects.toMatchObject({
      status: 404,
    })
  })

  test('the payment’s state is visible to users who see the workspace’s orders', async () => {
    const buyer = await seedBuyer(harness.shop, harness.clips)
    const { data } = await buyer.pay()
    const input = { params: { order_id: String(data.order_id) } }
    const [manager, viewer] = [
      await seedMember(harness.shop, 'asset_manager', buyer.workspace_id),
      await seedMember(harness.shop, 'guest', buyer.workspace_id),
    ]
    expect((await manager.visitor.call(getAttempt, input)).data).toMatchObject({ state: 'paid' })
    await expect(viewer.visitor.call(getAttempt, input)).rejects.toMatchObject({ status: 403 })
  })

  test('a cart without billing information is not charged', async () => {
    const buyer = await seedBuyer(harness.shop, harness.clips, { billing: false })
    await expect(buyer.pay()).rejects.toMatchObject({ status: 422, message: 'Billing information is required' })
  })

  test('a non-profit license needs an EIN number', async () => {
    const buyer = await seedBuyer(harness.shop, harness.clips, { license: { org_type: 'nonprofit' } })
    await expect(buyer.pay()).rejects.toMatchObject({
      errors: { ein: ['Add your EIN number to purchase a non-profit license'] },
    })
    await buyer.visitor.call(setEin, { body: { ein: '12-3456789' } })
    const { fingerprint } = await cartOf(buyer)
    expect((await buyer.pay({ seen: fingerprint })).data.state).toBe('paid')
    expect(await ordersOf(buyer)).toMatchObject([{ ein: expect.stringContaining('3456789') }])
  })

  test.each([
    ['no nonce', { nonce: '' }, 'nonce'],
    ['a nonce that is a path', { nonce: '../../x' }, 'nonce'],
    ['an unknown payment type', { payment_type: 'gold' }, 'payment_type'],
    ['no fingerprint', { seen: '' }, 'seen'],
  ])('%s is an error in its field', async (_, change, field) => {
    const buyer = await seedMember(harness.shop)
    const body = { ...buildPaymentBody('x'), ...change } as ReturnType<typeof buildPaymentBody>
    const call = buyer.visitor.call(checkout, { body }, { idempotencyKey: randomUUID() })
    await expect(call).rejects.toMatchObject({ status: 422, errors: { [field]: [expect.any(String)] } })
  })

  test('without an Idempotency-Key nothing is charged', async () => {
    const buyer = await seedBuyer(harness.shop, harness.clips)
    await expect(
      buyer.visitor.call(checkout, { body: buildPaymentBody(buyer.cart.fingerprint) }),
    ).rejects.toMatchObject({
      status: 400,
    })
    expect(await attemptsOf(buyer)).toEqual([])
  })

  test('without a gateway, the request is refused and nothing is started', async () => {
    const { openTestApp } = await import('../../testing/app.ts')
    const shop = await openTestApp()
    const { seedClip: aClip } = await import('../../testing/builders/orders.ts')
    const buyer = await seedBuyer(shop, [await aClip(shop)])
    await expect(buyer.pay()).rejects.toMatchObject({ status: 503, message: expect.stringContaining('not set up') })
    expect(await shop.db.selectFrom('orders').select('id').execute()).toEqual([])
    await shop.close()
  })
})

test('an outdated tab after the purchase is sent to its order, for every payment type', async () => {
  const buyer = await seedBuyer(harness.shop, harness.clips)
  const { data } = await buyer.pay()
  const refusal = {
    status: 409,
    message: `You have bought this cart already, as order ${data.invoice_number}. Nothing more was charged.`,
    meta: { invoice_number: data.invoice_number },
  }
  await expect(buyer.pay()).rejects.toMatchObject(refusal)
  const { hash: cart_hash, fingerprint: seen } = buyer.cart
  const body = { cart_hash: cart_hash ?? '', seen }
  await expect(buyer.visitor.call(placeManually, { body })).rejects.toMatchObject(refusal)
  const project = { client_name: 'Aster', project_name: 'Tidal', project_description: 'Sea', start_date: '2026-12-01' }
  await expect(buyer.visitor.call(selfInvoice, { body: { ...body, ...project } })).rejects.toMatchObject(refusal)
  expect(await ordersOf(buyer)).toHaveLength(1)
  const unknown = buyer.visitor.call(placeManually, { body: { ...body, cart_hash: 'none' } })
  await expect(unknown).rejects.toMatchObject({ status: 404 })
  const other = await seedMember(harness.shop, 'purchaser', buyer.workspace_id)
  const stranger = other.visitor.call(checkout, { body: buildPaymentBody(seen) }, { idempotencyKey: randomUUID() })
  await expect(stranger).rejects.toMatchObject({ status: 422, message: 'Your cart is empty.' })
})

test('a cart that is being paid cannot be changed, and names its order', async () => {
  const buyer = await seedBuyer(harness.shop, harness.clips)
  await harness.faults({ kind: 'error_500', on: 'sale', times: 1 })
  const { data } = await buyer.pay()
  expect(data.state).toBe('confirming')
  expect((await buyer.visitor.call(getPendingOrder, { query: {} })).data).toEqual({ order_id: data.order_id })
  const [item] = buyer.cart.cart_items.data
  await expect(buyer.visitor.call(removeItems, { body: { cart_item_ids: [item?.id ?? 0] } })).rejects.toMatchObject({
    status: 409,
  })
  await expect(buyer.pay()).rejects.toMatchObject({ status: 409, meta: { order_id: data.order_id } })
})
