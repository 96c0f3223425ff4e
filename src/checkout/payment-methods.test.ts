/** Every payment method, through the API, with a sandbox gateway. */
import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { getCart } from '#cart/contract.ts'
import { openGateway, type PaymentGateway } from '#payments/gateway.server.ts'
import { addMethod, addMethodLegacy, deleteMethod, getNonce, listMethods } from '#payments/methods-contract.ts'

import { seedBuyer, openCheckoutShop, type CartBuyer } from '../../testing/builders/checkout.ts'
import { solveCaptcha } from '../../testing/captcha.ts'
import { getAttempt } from './contract.ts'
import { sweepAttempts } from './sweep.server.ts'

const secure_text = 'Card 3D Secure Authentication failed'
const SECURED_NONCE = 'fake-three-d-secure-visa-full-authentication-nonce'

let harness: Awaited<ReturnType<typeof openCheckoutShop>>
let gateway: PaymentGateway
beforeAll(async () => {
  harness = await openCheckoutShop()
  gateway = openGateway(harness.shop.config) as PaymentGateway
})
afterAll(() => harness.close())
beforeEach(async () => {
  await harness.faults()
  await harness.set({ debits_settle: false })
})

const attemptsOf = ({ workspace_id }: CartBuyer) =>
  harness.shop.db
    .selectFrom('payment_attempts')
    .where('workspace_id', '=', workspace_id)
    .selectAll()
    .orderBy('id')
    .execute()
const ordersOf = ({ workspace_id }: CartBuyer) =>
  harness.shop.db.selectFrom('orders').where('workspace_id', '=', workspace_id).selectAll().orderBy('id').execute()
const chargesOf = async (buyer: CartBuyer) => {
  const names = new Set((await attemptsOf(buyer)).map(attempt => attempt.gateway_order_id))
  return (await harness.transactions()).filter(charge => names.has(charge.order_id))
}
const addPaymentMethod = async ({ visitor }: CartBuyer, nonce: string, type: 'card' | 'ach' | 'paypal' = 'card') => {
  const body = { nonce, type, 'g-recaptcha-response': await solveCaptcha(visitor, 'add_payment_method') }
  return (await visitor.call(addMethod, { body }, { idempotencyKey: randomUUID() })).data.id
}
const nonceFor = async ({ visitor }: CartBuyer, id: number) =>
  (await visitor.call(getNonce, { params: { id: String(id) } })).data.nonce
const listSavedMethods = async ({ visitor }: CartBuyer) => (await visitor.call(listMethods, {})).data
const refusalWith = (message: string) => ({ status: 422, message })

test.each([
  ['card', 'fake-valid-nonce'],
  ['paypal', 'fake-paypal-billing-agreement-nonce'],
] as const)('a purchaser pays by %s, and the workspace’s methods are unchanged', async (payment_type, nonce) => {
  const { workspace_id, ...owner } = await seedBuyer(harness.shop, harness.clips)
  const buyer = await seedBuyer(harness.shop, harness.clips, { role: 'purchaser', workspace_id })
  const { data } = await buyer.pay({ nonce, payment_type, remember_payment_method: true })
  expect(data).toMatchObject({ state: 'paid' })
  expect((await owner.visitor.call(listMethods, {})).data).toEqual([])
})

describe('a saved card', () => {
  test('is charged by its token, and the attempt has its id', async () => {
    const buyer = await seedBuyer(harness.shop, harness.clips)
    const id = await addPaymentMethod(buyer, 'fake-valid-mastercard-nonce')
    const { nonce, requires_3ds, bin_data } = await nonceFor(buyer, id)
    expect({ requires_3ds, bin_data }).toMatchObject({ requires_3ds: false, bin_data: { bin: '555555' } })
    const { data } = await buyer.pay({ nonce, payment_method_id: id })
    expect(data).toMatchObject({ state: 'paid', user_first_purchase: true, ga_data: { custom: false } })
    expect(await attemptsOf(buyer)).toMatchObject([{ payment_type: 'card', payment_method_id: id }])
    expect(await ordersOf(buyer)).toMatchObject([{ payment_method: 'MasterCard ending in 4444' }])
    expect(await listSavedMethods(buyer)).toHaveLength(1)
  })

  test('of another workspace, or a deleted one, is not found, and nothing is started', async () => {
    const [buyer, stranger] = [
      await seedBuyer(harness.shop, harness.clips),
      await seedBuyer(harness.shop, harness.clips),
    ]
    const [foreign, deleted] = [
      await addPaymentMethod(stranger, 'fake-valid-nonce'),
      await addPaymentMethod(buyer, 'fake-valid-nonce'),
    ]
    await buyer.visitor.call(deleteMethod, { params: { id: String(deleted) } })
    for (const id of [foreign, deleted]) {
      const input = { payment_method_id: id, nonce: null }
      await expect(buyer.pay(input)).rejects.toMatchObject({ status: 404 })
      await expect(nonceFor(buyer, id)).rejects.toMatchObject({ status: 404 })
    }
    expect(await attemptsOf(buyer)).toEqual([])
    expect((await buyer.visitor.call(getCart, {})).data).toEqual(buyer.cart)
  })

  test('is charged or deleted, never both, under concurrency', async () => {
    const buyers = await Promise.all(Array.from({ length: 10 }, () => seedBuyer(harness.shop, harness.clips)))
    await Promise.all(
      buyers.map(async buyer => {
        const id = await addPaymentMethod(buyer, 'fake-valid-nonce')
        const [payment, deletion] = await Promise.allSettled([
          buyer.pay({ nonce: null, payment_method_id: id }),
          buyer.visitor.call(deleteMethod, { params: { id: String(id) } }),
        ])
        if (payment.status === 'rejected') {
          expect(payment.reason).toMatchObject({ status: 404 })
          expect(deletion.status).toBe('fulfilled')
          expect(await chargesOf(buyer)).toEqual([])
        } else expect(await chargesOf(buyer)).toHaveLength(1)
      }),
    )
  })
})

describe('3D Secure', () => {
  test('a new card sends its 3D Secure result with the sale', async () => {
    const buyer = await seedBuyer(harness.shop, harness.clips)
    const nonce = await harness.lookUp(await harness.cardNonce('4000000000002701'))
    expect((await buyer.pay({ nonce })).data.state).toBe('paid')
    expect(await chargesOf(buyer)).toMatchObject([{ three_d_secure: 'authenticate_successful' }])
  })

  test.each([
    ['whose bank declined', '4000000000002925', true],
    ['whose bank could not decide', '4000000000002313', true],
    ['without an authentication', '4000000000002701', false],
  ])('a European card %s is not charged, and the cart is unchanged', async (_, number, is_authenticated) => {
    const buyer = await seedBuyer(harness.shop, harness.clips)
    const nonce = await harness.cardNonce(number)
    await expect(buyer.pay({ nonce: is_authenticated ? await harness.lookUp(nonce) : nonce })).rejects.toMatchObject(
      refusalWith(secure_text),
    )
    expect(await chargesOf(buyer)).toEqual([])
    expect((await buyer.visitor.call(getCart, {})).data).toEqual(buyer.cart)
  })

  test('a saved European card needs a new authentication for each payment', async () => {
    const buyer = await seedBuyer(harness.shop, harness.clips)
    const id = await addPaymentMethod(buyer, await harness.cardNonce('4000000000002701'))
    const methodNonce = await nonceFor(buyer, id)
    expect(methodNonce).toMatchObject({ requires_3ds: true, bin_data: { country_of_issuance: 'NLD' } })
    for (const nonce of [null, methodNonce.nonce])
      await expect(buyer.pay({ nonce, payment_method_id: id })).rejects.toMatchObject(refusalWith(secure_text))
    // The authentication of another card.
    const foreign = await harness.lookUp(await harness.cardNonce('4000000000002719'))
    await expect(buyer.pay({ nonce: foreign, payment_method_id: id })).rejects.toMatchObject({ status: 422 })
    expect((await chargesOf(buyer)).filter(charge => charge.status === 'submitted_for_settlement')).toEqual([])
    const nonce = await harness.lookUp((await nonceFor(buyer, id)).nonce)
    expect((await buyer.pay({ nonce, payment_method_id: id })).data.state).toBe('paid')
    // Each authentication works once.
    const colleague = await seedBuyer(harness.shop, harness.clips, {
      workspace_id: buyer.workspace_id,
      role: 'purchaser',
    })
    await expect(colleague.pay({ nonce, payment_method_id: id })).rejects.toMatchObject({ status: 422 })
    expect(await chargesOf(colleague)).toHaveLength(1)
  })

  test('another payment type does not bypass it', async () => {
    const buyer = await seedBuyer(harness.shop, harness.clips)
    const nonce = await harness.cardNonce('4000000000002701')
    for (const remember_payment_method of [true, false])
      await expect(buyer.pay({ nonce, payment_type: 'paypal', remember_payment_method })).rejects.toMatchObject({
        status: 422,
      })
    expect(await chargesOf(buyer)).toEqual([])
  })

  test('a published test nonce with authentication is accepted for a new card', async () => {
    const buyer = await seedBuyer(harness.shop, harness.clips)
    expect((await buyer.pay({ nonce: SECURED_NONCE })).data.state).toBe('paid')
  })
})

describe('a bank account', () => {
  const debit = async () => {
    const buyer = await seedBuyer(harness.shop, harness.clips)
    const id = await addPaymentMethod(buyer, 'fake-us-bank-account-nonce', 'ach')
    const { data } = await buyer.pay({ payment_type: 'ach', payment_method_id: id, nonce: null })
    const [charge] = await chargesOf(buyer)
    if (!charge) throw new Error('Nothing was charged.')
    return { buyer, id, data, charge }
  }
  const stateOf = async ({ visitor }: CartBuyer, order_id: number) =>
    (await visitor.call(getAttempt, { params: { order_id: String(order_id) } })).data
  const advanceAndSweep = async () => {
    harness.shop.clock.advance(61 * 60_000)
    await Promise.all(Array.from({ length: 5 }, () => sweepAttempts(harness.shop, gateway)))
  }

  test('is debited over days: the order is processing until the money arrives', async () => {
    const { buyer, id, data, charge } = await debit()
    expect(data).toMatchObject({ state: 'processing', invoice_number: expect.any(String), ga_data: expect.any(Object) })
    expect(await ordersOf(buyer)).toMatchObject([
      { state: 'processing', payment_type: 'ach', payment_method: 'Bank account ending in 0000' },
    ])
    await expect(buyer.visitor.call(deleteMethod, { params: { id: String(id) } })).rejects.toMatchObject({
      status: 409,
    })
    await advanceAndSweep()
    expect(await stateOf(buyer, data.order_id)).toMatchObject({ state: 'processing' })
    await harness.settle(charge.id)
    await advanceAndSweep()
    expect(await stateOf(buyer, data.order_id)).toMatchObject({ state: 'paid' })
    expect(await ordersOf(buyer)).toMatchObject([{ state: 'paid' }])
    await buyer.visitor.call(deleteMethod, { params: { id: String(id) } })
  })

  test('that returns the debit ends the order and its licenses for good', async () => {
    const { buyer, data, charge } = await debit()
    await harness.bounce(charge.id)
    await advanceAndSweep()
    await advanceAndSweep()
    expect(await stateOf(buyer, data.order_id)).toMatchObject({
      state: 'failed',
      message: 'Something went wrong with your ACH payment. Please try again',
    })
    expect(await ordersOf(buyer)).toMatchObject([{ state: 'failed', universal_invoice_number: data.invoice_number }])
    const licenses = await harness.shop.db
      .selectFrom('licenses')
      .where('workspace_id', '=', buyer.workspace_id)
      .select('revoked_at')
      .execute()
    expect(licenses).toHaveLength(2)
    expect(licenses.every(license => license.revoked_at !== null)).toBe(true)
  })

  const unconfirmed = { status: 422, meta: { bank_not_confirmed: true } }
  const rejectionOf = (call: Promise<unknown>) =>
    call.then(
      () => expect.fail('It was taken.'),
      (error: unknown) => error,
    )

  test('that a verification service does not confirm is not saved, and the refusal says why', async () => {
    const buyer = await seedBuyer(harness.shop, harness.clips)
    const refusal = await rejectionOf(addPaymentMethod(buyer, await harness.bankNonce('1000000010'), 'ach'))
    expect(refusal).toMatchObject({ ...unconfirmed, message: expect.stringContaining('review your Bank account') })
    // A decline for another reason has no such flag.
    const other = await rejectionOf(addPaymentMethod(buyer, await harness.bankNonce('1000000004'), 'ach'))
    expect(other).toMatchObject({ status: 422, meta: {} })
    expect(await listSavedMethods(buyer)).toEqual([])
  })

  test('that is not confirmed at the debit leaves the cart unchanged and returns the reason on every retry', async () => {
    const buyer = await seedBuyer(harness.shop, harness.clips)
    const id = await addPaymentMethod(buyer, await harness.bankNonce('1000000011'), 'ach')
    const input = { payment_type: 'ach', payment_method_id: id, nonce: null, key: randomUUID() } as const
    for (const _ of [1, 2])
      expect(await rejectionOf(buyer.pay(input))).toMatchObject({
        ...unconfirmed,
        message: 'Something went wrong with your ACH payment. Please try again',
      })
    expect(await ordersOf(buyer)).toMatchObject([{ state: 'failed', universal_invoice_number: null }])
    expect((await buyer.visitor.call(getCart, {})).data).toEqual(buyer.cart)
  })

  test('can be saved by a purchaser through both endpoints; a card cannot', async () => {
    const buyer = await seedBuyer(harness.shop, harness.clips, { role: 'purchaser' })
    const id = await addPaymentMethod(buyer, 'fake-us-bank-account-nonce', 'ach')
    const captchaToken = await solveCaptcha(buyer.visitor, 'add_payment_method')
    const body = { nonce: 'fake-us-bank-account-nonce', type: 'ach' as const, 'g-recaptcha-response': captchaToken }
    expect((await buyer.visitor.call(addMethodLegacy, { body })).data.id).not.toBe(id)
    await expect(addPaymentMethod(buyer, 'fake-valid-nonce')).rejects.toMatchObject({ status: 403 })
    await expect(addPaymentMethod(buyer, 'fake-valid-nonce', 'ach')).rejects.toMatchObject({
      message: 'Something went wrong. Please review your Bank account information and try again.',
    })
    expect(await listSavedMethods(buyer)).toMatchObject([{ type: 'ach', last_4: '0000' }, { type: 'ach' }])
  })
})

describe('PayPal', () => {
  const nonce = 'fake-paypal-billing-agreement-nonce'

  test('pays and is saved for next time', async () => {
    const buyer = await seedBuyer(harness.shop, harness.clips)
    const { data } = await buyer.pay({ nonce, payment_type: 'paypal', remember_payment_method: true })
    expect(data.state).toBe('paid')
    expect(await ordersOf(buyer)).toMatchObject([
      { payment_type: 'paypal', payment_method: 'PayPal, jane.doe@paypal.example' },
    ])
    const [savedMethod] = await listSavedMethods(buyer)
    expect(savedMethod).toMatchObject({ type: 'paypal', paypal_email: 'jane.doe@paypal.example', default: true })
    const colleague = await seedBuyer(harness.shop, harness.clips, {
      workspace_id: buyer.workspace_id,
      role: 'purchaser',
    })
    const input = { payment_type: 'paypal', payment_method_id: savedMethod?.id ?? 0, nonce: null } as const
    expect((await colleague.pay(input)).data).toMatchObject({ state: 'paid', user_first_purchase: true })
  })

  test('pays once without being saved', async () => {
    const buyer = await seedBuyer(harness.shop, harness.clips)
    const { data } = await buyer.pay({ nonce: 'fake-paypal-one-time-nonce', payment_type: 'paypal' })
    expect(data.state).toBe('paid')
    expect(await listSavedMethods(buyer)).toEqual([])
  })
})

test('without a captcha token nothing is started', async () => {
  const buyer = await seedBuyer(harness.shop, harness.clips)
  const otherActionToken = await solveCaptcha(buyer.visitor, 'add_payment_method')
  for (const captchaToken of [undefined, 'nonsense', otherActionToken]) {
    const input = { nonce: 'fake-valid-nonce', 'g-recaptcha-response': captchaToken }
    await expect(buyer.payWithoutCaptcha(input)).rejects.toMatchObject(
      refusalWith('Failed to verify reCAPTCHA. Please try again.'),
    )
  }
  expect(await attemptsOf(buyer)).toEqual([])
  expect((await buyer.visitor.call(getCart, {})).data).toEqual(buyer.cart)
})
