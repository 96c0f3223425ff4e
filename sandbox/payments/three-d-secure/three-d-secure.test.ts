/** 3D Secure over the browser's door: what each published number comes to, challenges, and what the server sees of it. */
import type { BraintreeGateway } from 'braintree'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { startSandbox, type Sandbox } from '../../start.ts'
import { browser, codes, control, newCustomer, sdk, untyped } from '../testing.ts'

let sandbox: Sandbox
let gateway: BraintreeGateway
let door: Awaited<ReturnType<typeof browser>>
beforeAll(async () => {
  sandbox = await startSandbox()
  gateway = sdk(sandbox)
  door = await browser(sandbox)
})
afterAll(() => sandbox.close())
beforeEach(() => control(sandbox, 'PUT', 'settings', { strict_amounts: false }))

async function tokenize(number: string) {
  const creditCard = { number, expirationMonth: '01', expirationYear: '2031', cvv: '123' }
  const { answer } = await door.post<{ creditCards: { nonce: string }[] }>('payment_methods/credit_cards', {
    creditCard,
  })
  return answer.creditCards[0]?.nonce ?? ''
}

type Facts = { status: string; liabilityShifted: boolean; liabilityShiftPossible: boolean }
type Looked = {
  paymentMethod: { nonce: string; threeDSecureInfo: Facts; binData: object }
  threeDSecureInfo: Facts
  lookup: { acsUrl?: string; transactionId: string }
}
const lookUp = async (nonce: string, more: object = {}) =>
  door.post<Looked>(`payment_methods/${nonce}/three_d_secure/lookup`, { amount: '120.00', ...more })

const origin = 'http://shop.example'
/** Fills in the bank's page; answers the proof that it hands to the shop, or the page when it asks again. */
async function type(acsUrl: string, form: Record<string, string>) {
  const page = await (await fetch(acsUrl, { method: 'POST', body: new URLSearchParams({ origin, ...form }) })).text()
  return { page, proof: /data-proof="([^"]+)"/.exec(page)?.[1] ?? '' }
}
const authenticate = async (nonce: string, jwt: string) =>
  door.post<Looked>(`payment_methods/${nonce}/three_d_secure/authenticate_from_jwt`, { jwt })

describe('without a challenge', () => {
  test.each([
    ['4000000000002701', 'authenticate_successful', true, true],
    ['4000000000002925', 'authenticate_frictionless_failed', false, true],
    ['4000000000002719', 'authenticate_attempt_successful', true, true],
    ['4000000000002313', 'authenticate_unable_to_authenticate', false, false],
    ['4111111111111111', 'lookup_not_enrolled', false, false],
  ])('%s comes to %s', async (number, status, liabilityShifted, liabilityShiftPossible) => {
    const { answer } = await lookUp(await tokenize(number))
    expect(answer.threeDSecureInfo).toMatchObject({ status, liabilityShifted, liabilityShiftPossible })
    expect(answer.lookup.acsUrl).toBeUndefined()
    expect(await gateway.paymentMethodNonce.find(answer.paymentMethod.nonce)).toMatchObject({
      threeDSecureInfo: { status, liabilityShifted, liabilityShiftPossible },
    })
  })

  test('the old nonce pays no more, and the new one carries the facts into the sale', async () => {
    const nonce = await tokenize('4000000000002701')
    const { answer } = await lookUp(nonce)
    expect(codes(await gateway.transaction.sale({ amount: '120.00', paymentMethodNonce: nonce }))).toEqual(['91564'])
    const sale = await gateway.transaction.sale({ amount: '120.00', paymentMethodNonce: answer.paymentMethod.nonce })
    expect(sale.transaction).toMatchObject({
      status: 'authorized',
      threeDSecureInfo: { status: 'authenticate_successful', liabilityShifted: true, enrolled: 'Y' },
    })
  })

  test('a sale that needs the shift of liability is rejected without it', async () => {
    const { answer } = await lookUp(await tokenize('4000000000002925'))
    const paymentMethodNonce = answer.paymentMethod.nonce
    const options = { threeDSecure: { required: true } }
    expect(await gateway.transaction.sale({ amount: '5.00', paymentMethodNonce, options })).toMatchObject({
      success: false,
      transaction: { gatewayRejectionReason: 'three_d_secure' },
    })
  })

  test('a bank that wants its holder asked is content once that was done', async () => {
    await control(sandbox, 'PUT', 'settings', { strict_amounts: true })
    const sell = (paymentMethodNonce: string) => gateway.transaction.sale({ amount: '2099.00', paymentMethodNonce })
    expect(await sell(await tokenize('4000000000002701'))).toMatchObject({
      transaction: { processorResponseCode: '2099' },
    })
    const { answer } = await lookUp(await tokenize('4000000000002701'))
    expect(await sell(answer.paymentMethod.nonce)).toMatchObject({ success: true })
  })
})

describe('with a challenge', () => {
  test.each([
    ['4000000000002503', 'authenticate_successful', true],
    ['4000000000002370', 'authenticate_failed', false],
    ['4000000000002420', 'authenticate_unable_to_authenticate', false],
    ['4000000000002644', 'authenticate_error', false],
  ])('%s comes to %s', async (number, status, liabilityShifted) => {
    const { answer: looked } = await lookUp(await tokenize(number))
    expect(looked.threeDSecureInfo.status).toBe('challenge_required')
    const { proof } = await type(looked.lookup.acsUrl ?? '', { code: '1234' })
    const { status: answered, answer } = await authenticate(looked.paymentMethod.nonce, proof)
    expect(answered).toBe(200)
    expect(answer.threeDSecureInfo).toMatchObject({ status, liabilityShifted })
    expect(await gateway.paymentMethodNonce.find(answer.paymentMethod.nonce)).toMatchObject({
      threeDSecureInfo: { status },
    })
  })

  test('wrong codes are taken twice, and then the bank says no', async () => {
    const { answer: looked } = await lookUp(await tokenize('4000000000002503'))
    const acsUrl = looked.lookup.acsUrl ?? ''
    expect((await type(acsUrl, { code: '1' })).page).toContain('You can try 2 more times.')
    expect((await type(acsUrl, { code: '<b>' })).page).toContain('You can try once more.')
    const { proof } = await type(acsUrl, { code: '3' })
    const { answer } = await authenticate(looked.paymentMethod.nonce, proof)
    expect(answer.threeDSecureInfo).toMatchObject({ status: 'authenticate_failed', liabilityShifted: false })
  })

  test('a number that fails by itself is challenged when the shop asks for that, from the first nonce on', async () => {
    const first = await tokenize('4000000000002925')
    expect((await lookUp(first)).answer.lookup.acsUrl).toBeUndefined()
    const { answer: looked } = await lookUp(first, { challengeRequested: true })
    const { proof } = await type(looked.lookup.acsUrl ?? '', { code: '1234' })
    const { answer } = await authenticate(looked.paymentMethod.nonce, proof)
    expect(answer.threeDSecureInfo).toMatchObject({ status: 'authenticate_successful', liabilityShifted: true })
  })

  test("one challenge's proof is no proof for another nonce, and forged ones are none at all", async () => {
    const one = (await lookUp(await tokenize('4000000000002503'))).answer
    const other = (await lookUp(await tokenize('4000000000002503'))).answer
    const { proof } = await type(one.lookup.acsUrl ?? '', { code: '1234' })
    expect((await authenticate(other.paymentMethod.nonce, proof)).status).toBe(422)
    expect((await authenticate(one.paymentMethod.nonce, `${proof.slice(0, -2)}xx`)).status).toBe(422)
    expect((await authenticate(one.paymentMethod.nonce, '')).status).toBe(422)
    expect((await authenticate(one.paymentMethod.nonce, proof)).status).toBe(200)
    expect((await authenticate(one.paymentMethod.nonce, proof)).status).toBe(422)
  })

  test('the bank hands its answer to the origin that was named and to no other', async () => {
    const { answer: looked } = await lookUp(await tokenize('4000000000002503'))
    expect((await fetch(looked.lookup.acsUrl ?? '')).status).toBe(404)
    const { page } = await type(looked.lookup.acsUrl ?? '', { leave: '1' })
    expect(page).toContain(`data-origin="${origin}"`)
    expect(page).toContain('data-cancel="01"')
  })
})

test('lookups that make no sense are refused', async () => {
  expect((await lookUp('never-made')).status).toBe(404)
  expect((await lookUp(await tokenize('4000000000002701'), { amount: 'much' })).status).toBe(422)
  expect((await lookUp(await tokenize('4000000000002701'), { amount: '0' })).status).toBe(200)
  const spent = await tokenize('4000000000002701')
  await gateway.transaction.sale({ amount: '5.00', paymentMethodNonce: spent })
  expect((await lookUp(spent)).status).toBe(422)
})

test('a kept European card says that its holder must be asked', async () => {
  const kept = await gateway.paymentMethod.create({
    customerId: await newCustomer(sandbox),
    paymentMethodNonce: await tokenize('4000000000002701'),
  })
  const asked = { paymentMethodNonce: { authenticationInsight: true } }
  const { paymentMethodNonce } = await untyped(gateway).paymentMethodNonce.create(kept.paymentMethod.token, asked)
  expect(paymentMethodNonce).toMatchObject({
    authenticationInsight: { regulationEnvironment: 'psd2' },
    binData: { countryOfIssuance: 'NLD' },
    details: { bin: '400000', lastFour: '2701' },
  })
})
