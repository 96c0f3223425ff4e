/** Tests for PayPal, from the browser API and the approval page to the official server SDK. */
import type { BraintreeGateway } from 'braintree'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startSandbox, type Sandbox } from '../../start.ts'
import { createBrowserClient, errorCodes, createTestCustomer, sdk } from '../testing.ts'

let sandbox: Sandbox
let gateway: BraintreeGateway
beforeAll(async () => {
  sandbox = await startSandbox()
  gateway = sdk(sandbox)
})
afterAll(() => sandbox.close())

type BrowserClient = Awaited<ReturnType<typeof createBrowserClient>>
type PayPalSetupResponse = {
  paymentResource: { paymentToken: string; redirectUrl: string }
  agreementSetup: { tokenId: string }
}
const createPayment = (client: BrowserClient, extra: object = {}) =>
  client.post<PayPalSetupResponse>('paypal_hermes/create_payment_resource', {
    amount: '120.00',
    currencyIsoCode: 'USD',
    experienceProfile: { brandName: 'Longtake' },
    ...extra,
  })
const createAgreement = (client: BrowserClient) =>
  client.post<PayPalSetupResponse>('paypal_hermes/setup_billing_agreement', {})

const origin = 'http://shop.example'
const submitDecision = async (token: string, form: Record<string, string>) => {
  const body = new URLSearchParams({ token, origin, ...form })
  const response = await fetch(`${sandbox.origins.http}/checkoutnow`, { method: 'POST', body })
  const page = await response.text()
  return { status: response.status, page, payerId: /data-payer="(\w+)"/.exec(page)?.[1] ?? '' }
}
const approve = (token: string) => submitDecision(token, { agree: '1', buyer: '0' })

type TokenizePayPalResponse = { paypalAccounts: { nonce: string; details: { email: string } }[] }
const tokenize = (client: BrowserClient, paypalAccount: object) =>
  client.post<TokenizePayPalResponse>('payment_methods/paypal_accounts', { paypalAccount })

describe('one-time payments', () => {
  test('an approved payment can be charged once', async () => {
    const client = await createBrowserClient(sandbox)
    const { paymentResource } = (await createPayment(client)).body
    const token = new URL(paymentResource.redirectUrl).searchParams.get('token') ?? ''
    const page = await (await fetch(`${paymentResource.redirectUrl}&origin=${origin}`)).text()
    expect(page).toContain('$120.00')
    expect(page).toContain('Longtake')
    const { payerId } = await approve(token)
    const { body } = await tokenize(client, { paymentToken: paymentResource.paymentToken, payerId })
    const [account] = body.paypalAccounts
    expect(account?.details.email).toBe('jane.doe@paypal.example')

    const sale = { amount: '120.00', paymentMethodNonce: account?.nonce ?? '', options: { submitForSettlement: true } }
    expect((await gateway.transaction.sale(sale)).transaction).toMatchObject({
      status: 'submitted_for_settlement',
      paymentInstrumentType: 'paypal_account',
      paypalAccount: { payerEmail: 'jane.doe@paypal.example', payerFirstName: 'Jane' },
    })
    expect(errorCodes(await gateway.transaction.sale(sale))).toEqual(['91564'])
    expect((await tokenize(client, { paymentToken: paymentResource.paymentToken, payerId })).status).toBe(422)
  })

  test('a one-time payment cannot be vaulted', async () => {
    const result = await gateway.paymentMethod.create({
      customerId: await createTestCustomer(sandbox),
      paymentMethodNonce: 'fake-paypal-one-time-nonce',
    })
    expect(errorCodes(result)).toEqual(['82902'])
  })

  test('a payment that was not approved, was canceled, or was approved by another payer cannot be tokenized', async () => {
    const client = await createBrowserClient(sandbox)
    const openPayment = (await createPayment(client)).body.paymentResource
    const tokenOf = (resource: { redirectUrl: string }) => new URL(resource.redirectUrl).searchParams.get('token') ?? ''
    expect((await tokenize(client, { paymentToken: openPayment.paymentToken, payerId: 'X' })).status).toBe(422)
    await approve(tokenOf(openPayment))
    expect((await tokenize(client, { paymentToken: openPayment.paymentToken, payerId: 'X' })).status).toBe(422)
    const canceledPayment = (await createPayment(client)).body.paymentResource
    await submitDecision(tokenOf(canceledPayment), {})
    expect((await tokenize(client, { paymentToken: canceledPayment.paymentToken, payerId: 'X' })).status).toBe(422)
    expect((await approve(tokenOf(canceledPayment))).status).toBe(404)
    expect((await tokenize(client, { paymentToken: 'never' })).status).toBe(404)
  })

  test.each([[{ amount: '0' }], [{ amount: 'lots' }], [{ amount: undefined }], [{ currencyIsoCode: 'EUR' }]])(
    'a payment with %o is refused',
    async change => {
      expect((await createPayment(await createBrowserClient(sandbox), change)).status).toBe(422)
    },
  )
})

describe('billing agreements', () => {
  test('an agreement is vaulted, can be charged repeatedly, and is listed with its customer', async () => {
    const client = await createBrowserClient(sandbox)
    const { tokenId } = (await createAgreement(client)).body.agreementSetup
    await approve(tokenId)
    const { body } = await tokenize(client, { billingAgreementToken: tokenId, options: { validate: false } })
    const customerId = await createTestCustomer(sandbox)
    const { paymentMethod } = await gateway.paymentMethod.create({
      customerId,
      paymentMethodNonce: body.paypalAccounts[0]?.nonce ?? '',
    })
    expect(paymentMethod).toMatchObject({
      email: 'jane.doe@paypal.example',
      billingAgreementId: expect.stringMatching(/^B-/),
      default: true,
    })
    for (const amount of ['10.00', '20.00'])
      expect(await gateway.transaction.sale({ amount, paymentMethodToken: paymentMethod.token })).toMatchObject({
        success: true,
        transaction: { paypalAccount: { token: paymentMethod.token } },
      })
    expect((await gateway.customer.find(customerId)).paypalAccounts).toMatchObject([{ token: paymentMethod.token }])
  })

  test('an agreement is vaulted at once for the client token’s customer, and only once', async () => {
    const customerId = await createTestCustomer(sandbox)
    const client = await createBrowserClient(sandbox, { customerId })
    const { tokenId } = (await createAgreement(client)).body.agreementSetup
    await approve(tokenId)
    const { body } = await tokenize(client, { billingAgreementToken: tokenId, options: { validate: true } })
    const accounts = (await gateway.customer.find(customerId)).paypalAccounts
    expect(accounts).toHaveLength(1)
    const paymentMethodNonce = body.paypalAccounts[0]?.nonce ?? ''
    const { paymentMethod } = await gateway.paymentMethod.create({ customerId, paymentMethodNonce })
    expect(paymentMethod.token).toBe(accounts?.[0]?.token)
    expect((await gateway.customer.find(customerId)).paypalAccounts).toHaveLength(1)
  })
})
