import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { getCart, removeItems } from '#cart/contract.ts'
import { setEin } from '#cart/details-contract.ts'
import { purchasing_refusal } from '#workspaces/policy.ts'

import { aBuyer, openCheckoutShop, payment, type CartBuyer } from '../../testing/builders/checkout.ts'
import { aMember } from '../../testing/builders/orders.ts'
import { checkout, getAttempt, getPending, placeManually, selfInvoice } from './contract.ts'

let at: Awaited<ReturnType<typeof openCheckoutShop>>
beforeAll(async () => {
  at = await openCheckoutShop()
})
afterAll(() => at.close())
beforeEach(async () => {
  await at.faults()
  await at.strictAmounts(false)
})

const declined = 'Your bank declined this card. Nothing was charged. Try another card or PayPal.'
const unusable =
  'Something went wrong while trying to process your payment. Please review your payment details and try again.'

const ordersOf = ({ workspace_id }: CartBuyer) =>
  at.shop.db.selectFrom('orders').where('workspace_id', '=', workspace_id).selectAll().orderBy('id').execute()
const attemptsOf = ({ workspace_id }: CartBuyer) =>
  at.shop.db.selectFrom('payment_attempts').where('workspace_id', '=', workspace_id).selectAll().orderBy('id').execute()
/** What the gateway charged this workspace. */
const chargesOf = async (buyer: CartBuyer) => {
  const names = new Set((await attemptsOf(buyer)).map(attempt => attempt.gateway_order_id))
  return (await at.transactions()).filter(t => names.has(t.order_id))
}
/** What the gateway keeps in its vault for this workspace. */
const cardsOf = async ({ workspace_id }: CartBuyer) => {
  const customer = await at.shop.db
    .selectFrom('payment_customers')
    .where('workspace_id', '=', workspace_id)
    .select('gateway_customer_id')
    .executeTakeFirst()
  return (await at.cards()).filter(card => card.customer_id === customer?.gateway_customer_id)
}
const cartOf = async ({ visitor }: CartBuyer) => (await visitor.call(getCart, {})).data
const answers = (calls: Promise<unknown>[]) => Promise.allSettled(calls)
const refusalsOf = (settled: PromiseSettledResult<unknown>[]) =>
  settled.flatMap(answer => (answer.status === 'rejected' ? [(answer.reason as { status: number }).status] : []))

describe('a good card', () => {
  test('is charged the cart’s total once, and the cart becomes a numbered order', async () => {
    const buyer = await aBuyer(at.shop, at.clips)
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
    const { data: seen } = await buyer.visitor.call(getAttempt, { params: { order_id: String(data.order_id) } })
    expect(seen).toMatchObject({ state: 'paid', invoice_number: data.invoice_number })
  })
})

describe('a declined card', () => {
  test('by its amount: nothing is ordered, the cart is as it was, and a second try works', async () => {
    // Broadcast TV and theaters for a client with 51 to 250 people: two clips come to $2,698 and tax.
    const buyer = await aBuyer(at.shop, at.clips, { license: { distribution_ids: [7, 8], end_client_size: 3 } })
    const range = buyer.cart.total.unformatted
    expect(range > 200_000 && range < 300_000).toBe(true)
    await at.strictAmounts(true)
    await expect(buyer.pay()).rejects.toMatchObject({ status: 422, message: declined })
    expect(await cartOf(buyer)).toEqual(buyer.cart)
    expect(await ordersOf(buyer)).toMatchObject([{ state: 'failed', universal_invoice_number: null }])
    await at.strictAmounts(false)
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
    'by its number, %s: nothing is charged or kept, the same key says so again, and another card pays',
    async (_, nonce) => {
      const buyer = await aBuyer(at.shop, at.clips)
      const card = { key: randomUUID(), nonce }
      await expect(buyer.pay(card)).rejects.toMatchObject({ status: 422, message: declined })
      await expect(buyer.pay(card)).rejects.toMatchObject({ status: 422, message: declined })
      expect(await attemptsOf(buyer)).toMatchObject([{ state: 'declined', gateway_transaction_id: null }])
      expect(await chargesOf(buyer)).toEqual([])
      expect(await cardsOf(buyer)).toEqual([])
      expect(await cartOf(buyer)).toEqual(buyer.cart)
      expect((await buyer.pay()).data.state).toBe('paid')
      expect(await chargesOf(buyer)).toHaveLength(1)
    },
  )

  test('a nonce that the gateway does not know', async () => {
    const buyer = await aBuyer(at.shop, at.clips)
    await expect(buyer.pay({ nonce: 'nobody-made-this' })).rejects.toMatchObject({ status: 422, message: unusable })
    expect(await chargesOf(buyer)).toEqual([])
    expect(await cartOf(buyer)).toEqual(buyer.cart)
  })
})

describe('twice at once', () => {
  test('a double click: twenty requests with one key make one charge and one order', async () => {
    const buyer = await aBuyer(at.shop, at.clips)
    const key = randomUUID()
    const settled = await answers(Array.from({ length: 20 }, () => buyer.pay({ key })))
    expect(refusalsOf(settled)).toEqual([])
    expect(await chargesOf(buyer)).toHaveLength(1)
    const [order, ...more] = await ordersOf(buyer)
    expect(more).toEqual([])
    expect(order?.state).toBe('paid')
    for (const answer of settled)
      if (answer.status === 'fulfilled')
        expect((answer.value as { data: object }).data).toMatchObject({ order_id: order?.id })
    expect((await buyer.pay({ key })).data).toMatchObject({ state: 'paid', order_id: order?.id })
  })

  test('twenty tabs: as many keys make one charge and one order, and the others are told', async () => {
    const buyer = await aBuyer(at.shop, at.clips)
    await at.faults({ kind: 'slow', on: 'sale', times: 1, delay_ms: 200 })
    const settled = await answers(Array.from({ length: 20 }, () => buyer.pay()))
    expect(settled.filter(answer => answer.status === 'fulfilled')).toHaveLength(1)
    expect(new Set(refusalsOf(settled))).toEqual(new Set([409]))
    expect(await chargesOf(buyer)).toHaveLength(1)
    expect(await ordersOf(buyer)).toMatchObject([{ state: 'paid' }])
  })

  test('a card that is declined twenty times at once under one key leaves one failed order', async () => {
    const buyer = await aBuyer(at.shop, at.clips)
    const card = { key: randomUUID(), nonce: 'fake-gateway-rejected-fraud-nonce' }
    await answers(Array.from({ length: 20 }, () => buyer.pay(card)))
    await expect(buyer.pay(card)).rejects.toMatchObject({ status: 422 })
    expect(await attemptsOf(buyer)).toHaveLength(1)
    expect(await chargesOf(buyer)).toEqual([])
    expect(await ordersOf(buyer)).toMatchObject([{ state: 'failed' }])
    expect(await cartOf(buyer)).toEqual(buyer.cart)
  })

  test('a key belongs to one payment: with another card it is refused', async () => {
    const buyer = await aBuyer(at.shop, at.clips)
    const key = randomUUID()
    await buyer.pay({ key })
    await expect(buyer.pay({ key, nonce: 'fake-valid-visa-nonce' })).rejects.toMatchObject({ status: 409 })
    const colleague = await aBuyer(at.shop, at.clips, { workspace_id: buyer.workspace_id, role: 'purchaser' })
    await expect(colleague.pay({ key })).rejects.toMatchObject({ status: 409 })
    expect(await chargesOf(buyer)).toHaveLength(1)
  })
})

describe('what changed between seeing and paying', () => {
  const unchanged = async (buyer: CartBuyer, change: () => Promise<unknown>) => {
    const before = (await at.transactions()).length
    await change()
    await expect(buyer.pay()).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining('Your cart changed since you saw it'),
    })
    expect(await at.transactions()).toHaveLength(before)
    expect(await ordersOf(buyer)).toEqual([])
    expect((await cartOf(buyer)).state).toBe('open')
  }

  test('a clip was withdrawn', async () => {
    const buyer = await aBuyer(at.shop, at.clips)
    const clip = at.shop.db.updateTable('clips').where('id', '=', at.clips[0]?.id ?? 0)
    await unchanged(buyer, () => clip.set({ status: 'withdrawn' }).execute())
    await clip.set({ status: 'published' }).execute()
  })

  test('a price rose', async () => {
    const buyer = await aBuyer(at.shop, at.clips)
    const clip = at.shop.db.updateTable('clips').where('id', '=', at.clips[0]?.id ?? 0)
    await unchanged(buyer, () => clip.set({ tier: 'signature' }).execute())
    await clip.set({ tier: 'standard' }).execute()
  })

  test('another tab took a clip out', async () => {
    const buyer = await aBuyer(at.shop, at.clips)
    const [first] = buyer.cart.cart_items.data
    await unchanged(buyer, () => buyer.visitor.call(removeItems, { body: { cart_item_ids: [first?.id ?? 0] } }))
  })
})

describe('who and what may pay', () => {
  test('a guest is asked to log in', async () => {
    const call = at.shop.visitor().call(checkout, { body: payment('x') }, { idempotencyKey: randomUUID() })
    await expect(call).rejects.toMatchObject({ status: 401 })
  })

  test.each(['asset_manager', 'guest'] as const)('a %s is told whom to ask', async role => {
    const buyer = await aBuyer(at.shop, at.clips, { role })
    await expect(buyer.pay()).rejects.toMatchObject({ status: 403, message: purchasing_refusal })
    expect(await attemptsOf(buyer)).toEqual([])
  })

  test('nobody pays for what somebody else has in the cart', async () => {
    const owner = await aBuyer(at.shop, at.clips)
    const { visitor } = await aMember(at.shop)
    const call = visitor.call(checkout, { body: payment(owner.cart.fingerprint) }, { idempotencyKey: randomUUID() })
    await expect(call).rejects.toMatchObject({ status: 422, message: 'Your cart is empty.' })
    const { data } = await owner.pay()
    await expect(visitor.call(getAttempt, { params: { order_id: String(data.order_id) } })).rejects.toMatchObject({
      status: 404,
    })
  })

  test('how a payment went is told to those who see the workspace’s orders', async () => {
    const buyer = await aBuyer(at.shop, at.clips)
    const { data } = await buyer.pay()
    const input = { params: { order_id: String(data.order_id) } }
    const [manager, viewer] = [
      await aMember(at.shop, 'asset_manager', buyer.workspace_id),
      await aMember(at.shop, 'guest', buyer.workspace_id),
    ]
    expect((await manager.visitor.call(getAttempt, input)).data).toMatchObject({ state: 'paid' })
    await expect(viewer.visitor.call(getAttempt, input)).rejects.toMatchObject({ status: 403 })
  })

  test('a cart without billing information is not charged', async () => {
    const buyer = await aBuyer(at.shop, at.clips, { billing: false })
    await expect(buyer.pay()).rejects.toMatchObject({ status: 422, message: 'Billing information is required' })
  })

  test('a non-profit license needs an EIN number', async () => {
    const buyer = await aBuyer(at.shop, at.clips, { license: { org_type: 'nonprofit' } })
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
    ['another way to pay', { payment_type: 'gold' }, 'payment_type'],
    ['nothing seen', { seen: '' }, 'seen'],
  ])('%s is a mistake in its field', async (_, mistake, field) => {
    const buyer = await aMember(at.shop)
    const body = { ...payment('x'), ...mistake } as ReturnType<typeof payment>
    const call = buyer.visitor.call(checkout, { body }, { idempotencyKey: randomUUID() })
    await expect(call).rejects.toMatchObject({ status: 422, errors: { [field]: [expect.any(String)] } })
  })

  test('without an Idempotency-Key nothing is charged', async () => {
    const buyer = await aBuyer(at.shop, at.clips)
    await expect(buyer.visitor.call(checkout, { body: payment(buyer.cart.fingerprint) })).rejects.toMatchObject({
      status: 400,
    })
    expect(await attemptsOf(buyer)).toEqual([])
  })

  test('where payments are not set up, that is said and nothing is begun', async () => {
    const { openTestApp } = await import('../../testing/app.ts')
    const shop = await openTestApp()
    const { aClip } = await import('../../testing/builders/orders.ts')
    const buyer = await aBuyer(shop, [await aClip(shop)])
    await expect(buyer.pay()).rejects.toMatchObject({ status: 503, message: expect.stringContaining('not set up') })
    expect(await shop.db.selectFrom('orders').select('id').execute()).toEqual([])
    await shop.close()
  })
})

test('a tab that comes after the purchase is led to its order, however it would pay', async () => {
  const buyer = await aBuyer(at.shop, at.clips)
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
  const other = await aMember(at.shop, 'purchaser', buyer.workspace_id)
  const stranger = other.visitor.call(checkout, { body: payment(seen) }, { idempotencyKey: randomUUID() })
  await expect(stranger).rejects.toMatchObject({ status: 422, message: 'Your cart is empty.' })
})

test('a cart that is being paid cannot be changed, and says which order has it', async () => {
  const buyer = await aBuyer(at.shop, at.clips)
  await at.faults({ kind: 'error_500', on: 'sale', times: 1 })
  const { data } = await buyer.pay()
  expect(data.state).toBe('confirming')
  expect((await buyer.visitor.call(getPending, { query: {} })).data).toEqual({ order_id: data.order_id })
  const [item] = buyer.cart.cart_items.data
  await expect(buyer.visitor.call(removeItems, { body: { cart_item_ids: [item?.id ?? 0] } })).rejects.toMatchObject({
    status: 409,
  })
  await expect(buyer.pay()).rejects.toMatchObject({ status: 409, meta: { order_id: data.order_id } })
})
