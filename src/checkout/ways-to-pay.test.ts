/** Everything that can be charged, through the door and beside a real sandbox gateway. */
import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { getCart } from '#cart/contract.ts'
import { openGateway, type Gateway } from '#payments/gateway.server.ts'
import { addMethod, addMethodLegacy, deleteMethod, getNonce, listMethods } from '#payments/methods-contract.ts'

import { aBuyer, openCheckoutShop, type CartBuyer } from '../../testing/builders/checkout.ts'
import { proofOf } from '../../testing/proof.ts'
import { getAttempt } from './contract.ts'
import { sweepAttempts } from './sweep.server.ts'

const secure_text = 'Card 3D Secure Authentication failed'
const secured = 'fake-three-d-secure-visa-full-authentication-nonce'

let at: Awaited<ReturnType<typeof openCheckoutShop>>
let gateway: Gateway
beforeAll(async () => {
  at = await openCheckoutShop()
  gateway = openGateway(at.shop.config) as Gateway
})
afterAll(() => at.close())
beforeEach(async () => {
  await at.faults()
  await at.set({ debits_settle: false })
})

const attemptsOf = ({ workspace_id }: CartBuyer) =>
  at.shop.db.selectFrom('payment_attempts').where('workspace_id', '=', workspace_id).selectAll().orderBy('id').execute()
const ordersOf = ({ workspace_id }: CartBuyer) =>
  at.shop.db.selectFrom('orders').where('workspace_id', '=', workspace_id).selectAll().orderBy('id').execute()
const chargesOf = async (buyer: CartBuyer) => {
  const names = new Set((await attemptsOf(buyer)).map(attempt => attempt.gateway_order_id))
  return (await at.transactions()).filter(charge => names.has(charge.order_id))
}
const keep = async ({ visitor }: CartBuyer, nonce: string, type: 'card' | 'ach' | 'paypal' = 'card') => {
  const body = { nonce, type, 'g-recaptcha-response': await proofOf(visitor, 'add_payment_method') }
  return (await visitor.call(addMethod, { body }, { idempotencyKey: randomUUID() })).data.id
}
const nonceFor = async ({ visitor }: CartBuyer, id: number) =>
  (await visitor.call(getNonce, { params: { id: String(id) } })).data.nonce
const listed = async ({ visitor }: CartBuyer) => (await visitor.call(listMethods, {})).data
const refused = (message: string) => ({ status: 422, message })

test.each([
  ['card', 'fake-valid-nonce'],
  ['paypal', 'fake-paypal-billing-agreement-nonce'],
] as const)('a purchaser pays by %s, and the workspace pays with what it did before', async (payment_type, nonce) => {
  const { workspace_id, ...owner } = await aBuyer(at.shop, at.clips)
  const buyer = await aBuyer(at.shop, at.clips, { role: 'purchaser', workspace_id })
  const { data } = await buyer.pay({ nonce, payment_type, remember_payment_method: true })
  expect(data).toMatchObject({ state: 'paid' })
  expect((await owner.visitor.call(listMethods, {})).data).toEqual([])
})

describe('a kept card', () => {
  test('is charged by the name that it is kept under, and the attempt names it', async () => {
    const buyer = await aBuyer(at.shop, at.clips)
    const id = await keep(buyer, 'fake-valid-mastercard-nonce')
    const { nonce, requires_3ds, bin_data } = await nonceFor(buyer, id)
    expect({ requires_3ds, bin_data }).toMatchObject({ requires_3ds: false, bin_data: { bin: '555555' } })
    const { data } = await buyer.pay({ nonce, payment_method_id: id })
    expect(data).toMatchObject({ state: 'paid', user_first_purchase: true, ga_data: { custom: false } })
    expect(await attemptsOf(buyer)).toMatchObject([{ payment_type: 'card', payment_method_id: id }])
    expect(await ordersOf(buyer)).toMatchObject([{ payment_method: 'MasterCard ending in 4444' }])
    expect(await listed(buyer)).toHaveLength(1)
  })

  test('of another workspace, and one that was deleted, are not there, and nothing is begun', async () => {
    const [buyer, stranger] = [await aBuyer(at.shop, at.clips), await aBuyer(at.shop, at.clips)]
    const [foreign, own] = [await keep(stranger, 'fake-valid-nonce'), await keep(buyer, 'fake-valid-nonce')]
    await buyer.visitor.call(deleteMethod, { params: { id: String(own) } })
    for (const id of [foreign, own]) {
      const wish = { payment_method_id: id, nonce: null }
      await expect(buyer.pay(wish)).rejects.toMatchObject({ status: 404 })
      await expect(nonceFor(buyer, id)).rejects.toMatchObject({ status: 404 })
    }
    expect(await attemptsOf(buyer)).toEqual([])
    expect((await buyer.visitor.call(getCart, {})).data).toEqual(buyer.cart)
  })

  test('is charged or deleted, never both: twenty at once', async () => {
    const buyers = await Promise.all(Array.from({ length: 10 }, () => aBuyer(at.shop, at.clips)))
    await Promise.all(
      buyers.map(async buyer => {
        const id = await keep(buyer, 'fake-valid-nonce')
        const [paid, deleted] = await Promise.allSettled([
          buyer.pay({ nonce: null, payment_method_id: id }),
          buyer.visitor.call(deleteMethod, { params: { id: String(id) } }),
        ])
        if (paid.status === 'rejected') {
          expect(paid.reason).toMatchObject({ status: 404 })
          expect(deleted.status).toBe('fulfilled')
          expect(await chargesOf(buyer)).toEqual([])
        } else expect(await chargesOf(buyer)).toHaveLength(1)
      }),
    )
  })
})

describe('3D Secure', () => {
  test('a new card takes its bank’s answer into the sale', async () => {
    const buyer = await aBuyer(at.shop, at.clips)
    const nonce = await at.lookUp(await at.cardNonce('4000000000002701'))
    expect((await buyer.pay({ nonce })).data.state).toBe('paid')
    expect(await chargesOf(buyer)).toMatchObject([{ three_d_secure: 'authenticate_successful' }])
  })

  test.each([
    ['whose bank said no', '4000000000002925', true],
    ['whose bank could not say', '4000000000002313', true],
    ['whose holder was never asked', '4000000000002701', false],
  ])('a European card %s is not charged, and the cart is as it was', async (_, number, is_asked) => {
    const buyer = await aBuyer(at.shop, at.clips)
    const nonce = await at.cardNonce(number)
    await expect(buyer.pay({ nonce: is_asked ? await at.lookUp(nonce) : nonce })).rejects.toMatchObject(
      refused(secure_text),
    )
    expect(await chargesOf(buyer)).toEqual([])
    expect((await buyer.visitor.call(getCart, {})).data).toEqual(buyer.cart)
  })

  test('a kept European card needs it each time: with a fresh answer of its own it pays', async () => {
    const buyer = await aBuyer(at.shop, at.clips)
    const id = await keep(buyer, await at.cardNonce('4000000000002701'))
    const offer = await nonceFor(buyer, id)
    expect(offer).toMatchObject({ requires_3ds: true, bin_data: { country_of_issuance: 'NLD' } })
    for (const nonce of [null, offer.nonce])
      await expect(buyer.pay({ nonce, payment_method_id: id })).rejects.toMatchObject(refused(secure_text))
    // The answer of another card.
    const foreign = await at.lookUp(await at.cardNonce('4000000000002719'))
    await expect(buyer.pay({ nonce: foreign, payment_method_id: id })).rejects.toMatchObject({ status: 422 })
    expect((await chargesOf(buyer)).filter(charge => charge.status === 'submitted_for_settlement')).toEqual([])
    const nonce = await at.lookUp((await nonceFor(buyer, id)).nonce)
    expect((await buyer.pay({ nonce, payment_method_id: id })).data.state).toBe('paid')
    // Each answer is good once.
    const again = await aBuyer(at.shop, at.clips, { workspace_id: buyer.workspace_id, role: 'purchaser' })
    await expect(again.pay({ nonce, payment_method_id: id })).rejects.toMatchObject({ status: 422 })
    expect(await chargesOf(again)).toHaveLength(1)
  })

  test('nobody gets around it by another name for the card', async () => {
    const buyer = await aBuyer(at.shop, at.clips)
    const nonce = await at.cardNonce('4000000000002701')
    for (const remember_payment_method of [true, false])
      await expect(buyer.pay({ nonce, payment_type: 'paypal', remember_payment_method })).rejects.toMatchObject({
        status: 422,
      })
    expect(await chargesOf(buyer)).toEqual([])
  })

  test('a published answer goes with a new card', async () => {
    const buyer = await aBuyer(at.shop, at.clips)
    expect((await buyer.pay({ nonce: secured })).data.state).toBe('paid')
  })
})

describe('a bank account', () => {
  const debit = async () => {
    const buyer = await aBuyer(at.shop, at.clips)
    const id = await keep(buyer, 'fake-us-bank-account-nonce', 'ach')
    const { data } = await buyer.pay({ payment_type: 'ach', payment_method_id: id, nonce: null })
    const [charge] = await chargesOf(buyer)
    if (!charge) throw new Error('Nothing was charged.')
    return { buyer, id, data, charge }
  }
  const stateOf = async ({ visitor }: CartBuyer, order_id: number) =>
    (await visitor.call(getAttempt, { params: { order_id: String(order_id) } })).data
  const sweepLater = async () => {
    at.shop.clock.advance(61 * 60_000)
    await Promise.all(Array.from({ length: 5 }, () => sweepAttempts(at.shop, gateway)))
  }

  test('is debited for days: the order stands meanwhile, and is paid once the money is here', async () => {
    const { buyer, id, data, charge } = await debit()
    expect(data).toMatchObject({ state: 'processing', invoice_number: expect.any(String), ga_data: expect.any(Object) })
    expect(await ordersOf(buyer)).toMatchObject([
      { state: 'processing', payment_type: 'ach', payment_method: 'Bank account ending in 0000' },
    ])
    await expect(buyer.visitor.call(deleteMethod, { params: { id: String(id) } })).rejects.toMatchObject({
      status: 409,
    })
    await sweepLater()
    expect(await stateOf(buyer, data.order_id)).toMatchObject({ state: 'processing' })
    await at.settle(charge.id)
    await sweepLater()
    expect(await stateOf(buyer, data.order_id)).toMatchObject({ state: 'paid' })
    expect(await ordersOf(buyer)).toMatchObject([{ state: 'paid' }])
    await buyer.visitor.call(deleteMethod, { params: { id: String(id) } })
  })

  test('that sends the money back ends the order and its licenses, for good', async () => {
    const { buyer, data, charge } = await debit()
    await at.bounce(charge.id)
    await sweepLater()
    await sweepLater()
    expect(await stateOf(buyer, data.order_id)).toMatchObject({
      state: 'failed',
      message: 'Something went wrong with your ACH payment. Please try again',
    })
    expect(await ordersOf(buyer)).toMatchObject([{ state: 'failed', universal_invoice_number: data.invoice_number }])
    const rights = await at.shop.db
      .selectFrom('licenses')
      .where('workspace_id', '=', buyer.workspace_id)
      .select('revoked_at')
      .execute()
    expect(rights).toHaveLength(2)
    expect(rights.every(right => right.revoked_at !== null)).toBe(true)
  })

  const unconfirmed = { status: 422, meta: { bank_not_confirmed: true } }
  const rejected = (answer: Promise<unknown>) =>
    answer.then(
      () => expect.fail('It was taken.'),
      (error: unknown) => error,
    )

  test('that a service which confirms accounts does not know is not kept, and the buyer is told why', async () => {
    const buyer = await aBuyer(at.shop, at.clips)
    const said = await rejected(keep(buyer, await at.bankNonce('1000000010'), 'ach'))
    expect(said).toMatchObject({ ...unconfirmed, message: expect.stringContaining('review your Bank account') })
    // One that was declined for another reason opens nothing.
    const other = await rejected(keep(buyer, await at.bankNonce('1000000004'), 'ach'))
    expect(other).toMatchObject({ status: 422, meta: {} })
    expect(await listed(buyer)).toEqual([])
  })

  test('that is not confirmed when it is debited leaves the cart as it was, and says why, however often it is asked', async () => {
    const buyer = await aBuyer(at.shop, at.clips)
    const id = await keep(buyer, await at.bankNonce('1000000011'), 'ach')
    const wish = { payment_type: 'ach', payment_method_id: id, nonce: null, key: randomUUID() } as const
    for (const _ of [1, 2])
      expect(await rejected(buyer.pay(wish))).toMatchObject({
        ...unconfirmed,
        message: 'Something went wrong with your ACH payment. Please try again',
      })
    expect(await ordersOf(buyer)).toMatchObject([{ state: 'failed', universal_invoice_number: null }])
    expect((await buyer.visitor.call(getCart, {})).data).toEqual(buyer.cart)
  })

  test('a purchaser keeps one by either door; a card they do not', async () => {
    const buyer = await aBuyer(at.shop, at.clips, { role: 'purchaser' })
    const id = await keep(buyer, 'fake-us-bank-account-nonce', 'ach')
    const proof = await proofOf(buyer.visitor, 'add_payment_method')
    const body = { nonce: 'fake-us-bank-account-nonce', type: 'ach' as const, 'g-recaptcha-response': proof }
    expect((await buyer.visitor.call(addMethodLegacy, { body })).data.id).not.toBe(id)
    await expect(keep(buyer, 'fake-valid-nonce')).rejects.toMatchObject({ status: 403 })
    await expect(keep(buyer, 'fake-valid-nonce', 'ach')).rejects.toMatchObject({
      message: 'Something went wrong. Please review your Bank account information and try again.',
    })
    expect(await listed(buyer)).toMatchObject([{ type: 'ach', last_4: '0000' }, { type: 'ach' }])
  })
})

describe('PayPal', () => {
  const nonce = 'fake-paypal-billing-agreement-nonce'

  test('pays and is kept for next time', async () => {
    const buyer = await aBuyer(at.shop, at.clips)
    const { data } = await buyer.pay({ nonce, payment_type: 'paypal', remember_payment_method: true })
    expect(data.state).toBe('paid')
    expect(await ordersOf(buyer)).toMatchObject([
      { payment_type: 'paypal', payment_method: 'PayPal, jane.doe@paypal.example' },
    ])
    const [kept] = await listed(buyer)
    expect(kept).toMatchObject({ type: 'paypal', paypal_email: 'jane.doe@paypal.example', default: true })
    const again = await aBuyer(at.shop, at.clips, { workspace_id: buyer.workspace_id, role: 'purchaser' })
    const wish = { payment_type: 'paypal', payment_method_id: kept?.id ?? 0, nonce: null } as const
    expect((await again.pay(wish)).data).toMatchObject({ state: 'paid', user_first_purchase: true })
  })

  test('pays just this once', async () => {
    const buyer = await aBuyer(at.shop, at.clips)
    const { data } = await buyer.pay({ nonce: 'fake-paypal-one-time-nonce', payment_type: 'paypal' })
    expect(data.state).toBe('paid')
    expect(await listed(buyer)).toEqual([])
  })
})

test('without a proof that a person pays, nothing is begun', async () => {
  const buyer = await aBuyer(at.shop, at.clips)
  const spent = await proofOf(buyer.visitor, 'add_payment_method')
  for (const proof of [undefined, 'nonsense', spent]) {
    const wish = { nonce: 'fake-valid-nonce', 'g-recaptcha-response': proof }
    await expect(buyer.payUnproven(wish)).rejects.toMatchObject(
      refused('Failed to verify reCAPTCHA. Please try again.'),
    )
  }
  expect(await attemptsOf(buyer)).toEqual([])
  expect((await buyer.visitor.call(getCart, {})).data).toEqual(buyer.cart)
})
