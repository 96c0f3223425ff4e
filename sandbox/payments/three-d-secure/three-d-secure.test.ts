/** Tests for 3D Secure through the browser API: the result of each published number, challenges, and what the server sees. */
import type { BraintreeGateway } from 'braintree'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { startSandbox, type Sandbox } from '../../start.ts'
import { createBrowserClient, errorCodes, callControlApi, createTestCustomer, sdk, untyped } from '../testing.ts'

let sandbox: Sandbox
let gateway: BraintreeGateway
let client: Awaited<ReturnType<typeof createBrowserClient>>
beforeAll(async () => {
  sandbox = await startSandbox()
  gateway = sdk(sandbox)
  client = await createBrowserClient(sandbox)
})
afterAll(() => sandbox.close())
beforeEach(() => callControlApi(sandbox, 'PUT', 'settings', { strict_amounts: false }))

async function tokenize(number: string) {
  const creditCard = { number, expirationMonth: '01', expirationYear: '2031', cvv: '123' }
  const { body } = await client.post<{ creditCards: { nonce: string }[] }>('payment_methods/credit_cards', {
    creditCard,
  })
  return body.creditCards[0]?.nonce ?? ''
}

type ThreeDSecureInfo = { status: string; liabilityShifted: boolean; liabilityShiftPossible: boolean }
type LookupResponse = {
  paymentMethod: { nonce: string; threeDSecureInfo: ThreeDSecureInfo; binData: object }
  threeDSecureInfo: ThreeDSecureInfo
  lookup: { acsUrl?: string; transactionId: string }
}
const lookUp = async (nonce: string, extra: object = {}) =>
  client.post<LookupResponse>(`payment_methods/${nonce}/three_d_secure/lookup`, { amount: '120.00', ...extra })

const origin = 'http://shop.example'
/** Submits the bank's page. Returns the page, and the proof that it hands to the shop if it has one. */
async function submitChallenge(acsUrl: string, form: Record<string, string>) {
  const page = await (await fetch(acsUrl, { method: 'POST', body: new URLSearchParams({ origin, ...form }) })).text()
  return { page, proof: /data-proof="([^"]+)"/.exec(page)?.[1] ?? '' }
}
const authenticate = async (nonce: string, jwt: string) =>
  client.post<LookupResponse>(`payment_methods/${nonce}/three_d_secure/authenticate_from_jwt`, { jwt })

describe('without a challenge', () => {
  test.each([
    ['4000000000002701', 'authenticate_successful', true, true],
    ['4000000000002925', 'authenticate_frictionless_failed', false, true],
    ['4000000000002719', 'authenticate_attempt_successful', true, true],
    ['4000000000002313', 'authenticate_unable_to_authenticate', false, false],
    ['4111111111111111', 'lookup_not_enrolled', false, false],
  ])('card %s gets the status %s', async (number, status, liabilityShifted, liabilityShiftPossible) => {
    const { body } = await lookUp(await tokenize(number))
    expect(body.threeDSecureInfo).toMatchObject({ status, liabilityShifted, liabilityShiftPossible })
    expect(body.lookup.acsUrl).toBeUndefined()
    expect(await gateway.paymentMethodNonce.find(body.paymentMethod.nonce)).toMatchObject({
      threeDSecureInfo: { status, liabilityShifted, liabilityShiftPossible },
    })
  })

  test('the old nonce cannot be charged, and the new one carries the result into the sale', async () => {
    const nonce = await tokenize('4000000000002701')
    const { body } = await lookUp(nonce)
    expect(errorCodes(await gateway.transaction.sale({ amount: '120.00', paymentMethodNonce: nonce }))).toEqual([
      '91564',
    ])
    const sale = await gateway.transaction.sale({ amount: '120.00', paymentMethodNonce: body.paymentMethod.nonce })
    expect(sale.transaction).toMatchObject({
      status: 'authorized',
      threeDSecureInfo: { status: 'authenticate_successful', liabilityShifted: true, enrolled: 'Y' },
    })
  })

  test('a sale that requires a liability shift is rejected without one', async () => {
    const { body } = await lookUp(await tokenize('4000000000002925'))
    const paymentMethodNonce = body.paymentMethod.nonce
    const options = { threeDSecure: { required: true } }
    expect(await gateway.transaction.sale({ amount: '5.00', paymentMethodNonce, options })).toMatchObject({
      success: false,
      transaction: { gatewayRejectionReason: 'three_d_secure' },
    })
  })

  test('a bank that requires authentication approves the sale after it', async () => {
    await callControlApi(sandbox, 'PUT', 'settings', { strict_amounts: true })
    const charge = (paymentMethodNonce: string) => gateway.transaction.sale({ amount: '2099.00', paymentMethodNonce })
    expect(await charge(await tokenize('4000000000002701'))).toMatchObject({
      transaction: { processorResponseCode: '2099' },
    })
    const { body } = await lookUp(await tokenize('4000000000002701'))
    expect(await charge(body.paymentMethod.nonce)).toMatchObject({ success: true })
  })
})

describe('with a challenge', () => {
  test.each([
    ['4000000000002503', 'authenticate_successful', true],
    ['4000000000002370', 'authenticate_failed', false],
    ['4000000000002420', 'authenticate_unable_to_authenticate', false],
    ['4000000000002644', 'authenticate_error', false],
  ])('card %s gets the status %s', async (number, status, liabilityShifted) => {
    const { body: lookup } = await lookUp(await tokenize(number))
    expect(lookup.threeDSecureInfo.status).toBe('challenge_required')
    const { proof } = await submitChallenge(lookup.lookup.acsUrl ?? '', { code: '1234' })
    const { status: responseStatus, body } = await authenticate(lookup.paymentMethod.nonce, proof)
    expect(responseStatus).toBe(200)
    expect(body.threeDSecureInfo).toMatchObject({ status, liabilityShifted })
    expect(await gateway.paymentMethodNonce.find(body.paymentMethod.nonce)).toMatchObject({
      threeDSecureInfo: { status },
    })
  })

  test('the challenge fails after three wrong codes', async () => {
    const { body: lookup } = await lookUp(await tokenize('4000000000002503'))
    const acsUrl = lookup.lookup.acsUrl ?? ''
    expect((await submitChallenge(acsUrl, { code: '1' })).page).toContain('You can try 2 more times.')
    expect((await submitChallenge(acsUrl, { code: '<b>' })).page).toContain('You can try once more.')
    const { proof } = await submitChallenge(acsUrl, { code: '3' })
    const { body } = await authenticate(lookup.paymentMethod.nonce, proof)
    expect(body.threeDSecureInfo).toMatchObject({ status: 'authenticate_failed', liabilityShifted: false })
  })

  test('a card that fails without a challenge gets one at the shop’s request, with the original nonce', async () => {
    const nonce = await tokenize('4000000000002925')
    expect((await lookUp(nonce)).body.lookup.acsUrl).toBeUndefined()
    const { body: lookup } = await lookUp(nonce, { challengeRequested: true })
    const { proof } = await submitChallenge(lookup.lookup.acsUrl ?? '', { code: '1234' })
    const { body } = await authenticate(lookup.paymentMethod.nonce, proof)
    expect(body.threeDSecureInfo).toMatchObject({ status: 'authenticate_successful', liabilityShifted: true })
  })

  test('a proof is valid only for the nonce of its challenge, and a forged proof never', async () => {
    const first = (await lookUp(await tokenize('4000000000002503'))).body
    const second = (await lookUp(await tokenize('4000000000002503'))).body
    const { proof } = await submitChallenge(first.lookup.acsUrl ?? '', { code: '1234' })
    expect((await authenticate(second.paymentMethod.nonce, proof)).status).toBe(422)
    expect((await authenticate(first.paymentMethod.nonce, `${proof.slice(0, -2)}xx`)).status).toBe(422)
    expect((await authenticate(first.paymentMethod.nonce, '')).status).toBe(422)
    expect((await authenticate(first.paymentMethod.nonce, proof)).status).toBe(200)
    expect((await authenticate(first.paymentMethod.nonce, proof)).status).toBe(422)
  })

  test('the bank sends its result only to the given origin', async () => {
    const { body: lookup } = await lookUp(await tokenize('4000000000002503'))
    expect((await fetch(lookup.lookup.acsUrl ?? '')).status).toBe(404)
    const { page } = await submitChallenge(lookup.lookup.acsUrl ?? '', { leave: '1' })
    expect(page).toContain(`data-origin="${origin}"`)
    expect(page).toContain('data-cancel="01"')
  })
})

test('invalid lookups are refused', async () => {
  expect((await lookUp('never-made')).status).toBe(404)
  expect((await lookUp(await tokenize('4000000000002701'), { amount: 'much' })).status).toBe(422)
  expect((await lookUp(await tokenize('4000000000002701'), { amount: '0' })).status).toBe(200)
  const usedNonce = await tokenize('4000000000002701')
  await gateway.transaction.sale({ amount: '5.00', paymentMethodNonce: usedNonce })
  expect((await lookUp(usedNonce)).status).toBe(422)
})

test('a stored European card is reported as subject to strong authentication', async () => {
  const created = await gateway.paymentMethod.create({
    customerId: await createTestCustomer(sandbox),
    paymentMethodNonce: await tokenize('4000000000002701'),
  })
  const options = { paymentMethodNonce: { authenticationInsight: true } }
  const { paymentMethodNonce } = await untyped(gateway).paymentMethodNonce.create(created.paymentMethod.token, options)
  expect(paymentMethodNonce).toMatchObject({
    authenticationInsight: { regulationEnvironment: 'psd2' },
    binData: { countryOfIssuance: 'NLD' },
    details: { bin: '400000', lastFour: '2701' },
  })
})
