/** PayPal over the browser's door and the approval window, and what the official server SDK makes of it. */
import type { BraintreeGateway } from 'braintree'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startSandbox, type Sandbox } from '../../start.ts'
import { browser, codes, newCustomer, sdk } from '../testing.ts'

let sandbox: Sandbox
let gateway: BraintreeGateway
beforeAll(async () => {
  sandbox = await startSandbox()
  gateway = sdk(sandbox)
})
afterAll(() => sandbox.close())

type Door = Awaited<ReturnType<typeof browser>>
type Asked = { paymentResource: { paymentToken: string; redirectUrl: string }; agreementSetup: { tokenId: string } }
const payment = (door: Door, more: object = {}) =>
  door.post<Asked>('paypal_hermes/create_payment_resource', {
    amount: '120.00',
    currencyIsoCode: 'USD',
    experienceProfile: { brandName: 'Longtake' },
    ...more,
  })
const agreement = (door: Door) => door.post<Asked>('paypal_hermes/setup_billing_agreement', {})

const origin = 'http://shop.example'
const decide = async (token: string, form: Record<string, string>) => {
  const body = new URLSearchParams({ token, origin, ...form })
  const response = await fetch(`${sandbox.origins.http}/checkoutnow`, { method: 'POST', body })
  const page = await response.text()
  return { status: response.status, page, payerId: /data-payer="(\w+)"/.exec(page)?.[1] ?? '' }
}
const agree = (token: string) => decide(token, { agree: '1', buyer: '0' })

type Tokenized = { paypalAccounts: { nonce: string; details: { email: string } }[] }
const tokenize = (door: Door, paypalAccount: object) =>
  door.post<Tokenized>('payment_methods/paypal_accounts', { paypalAccount })

describe('one payment', () => {
  test('approved once pays once', async () => {
    const door = await browser(sandbox)
    const { paymentResource } = (await payment(door)).answer
    const token = new URL(paymentResource.redirectUrl).searchParams.get('token') ?? ''
    const page = await (await fetch(`${paymentResource.redirectUrl}&origin=${origin}`)).text()
    expect(page).toContain('$120.00')
    expect(page).toContain('Longtake')
    const { payerId } = await agree(token)
    const { answer } = await tokenize(door, { paymentToken: paymentResource.paymentToken, payerId })
    const [account] = answer.paypalAccounts
    expect(account?.details.email).toBe('jane.doe@paypal.example')

    const sale = { amount: '120.00', paymentMethodNonce: account?.nonce ?? '', options: { submitForSettlement: true } }
    expect((await gateway.transaction.sale(sale)).transaction).toMatchObject({
      status: 'submitted_for_settlement',
      paymentInstrumentType: 'paypal_account',
      paypalAccount: { payerEmail: 'jane.doe@paypal.example', payerFirstName: 'Jane' },
    })
    expect(codes(await gateway.transaction.sale(sale))).toEqual(['91564'])
    expect((await tokenize(door, { paymentToken: paymentResource.paymentToken, payerId })).status).toBe(422)
  })

  test('cannot be kept', async () => {
    const result = await gateway.paymentMethod.create({
      customerId: await newCustomer(sandbox),
      paymentMethodNonce: 'fake-paypal-one-time-nonce',
    })
    expect(codes(result)).toEqual(['82902'])
  })

  test('that was not approved, was left, or was approved by somebody else is no account', async () => {
    const door = await browser(sandbox)
    const open = (await payment(door)).answer.paymentResource
    const token = (of: { redirectUrl: string }) => new URL(of.redirectUrl).searchParams.get('token') ?? ''
    expect((await tokenize(door, { paymentToken: open.paymentToken, payerId: 'X' })).status).toBe(422)
    await agree(token(open))
    expect((await tokenize(door, { paymentToken: open.paymentToken, payerId: 'X' })).status).toBe(422)
    const left = (await payment(door)).answer.paymentResource
    await decide(token(left), {})
    expect((await tokenize(door, { paymentToken: left.paymentToken, payerId: 'X' })).status).toBe(422)
    expect((await agree(token(left))).status).toBe(404)
    expect((await tokenize(door, { paymentToken: 'never' })).status).toBe(404)
  })

  test.each([[{ amount: '0' }], [{ amount: 'lots' }], [{ amount: undefined }], [{ currencyIsoCode: 'EUR' }]])(
    '%o is refused',
    async wrong => {
      expect((await payment(await browser(sandbox), wrong)).status).toBe(422)
    },
  )
})

describe('an agreement', () => {
  test('is kept, charged again and again, and listed with its customer', async () => {
    const door = await browser(sandbox)
    const { tokenId } = (await agreement(door)).answer.agreementSetup
    await agree(tokenId)
    const { answer } = await tokenize(door, { billingAgreementToken: tokenId, options: { validate: false } })
    const customerId = await newCustomer(sandbox)
    const { paymentMethod } = await gateway.paymentMethod.create({
      customerId,
      paymentMethodNonce: answer.paypalAccounts[0]?.nonce ?? '',
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

  test('is kept at once for the customer of the client token, and only once', async () => {
    const customerId = await newCustomer(sandbox)
    const door = await browser(sandbox, { customerId })
    const { tokenId } = (await agreement(door)).answer.agreementSetup
    await agree(tokenId)
    const { answer } = await tokenize(door, { billingAgreementToken: tokenId, options: { validate: true } })
    const kept = (await gateway.customer.find(customerId)).paypalAccounts
    expect(kept).toHaveLength(1)
    const paymentMethodNonce = answer.paypalAccounts[0]?.nonce ?? ''
    const { paymentMethod } = await gateway.paymentMethod.create({ customerId, paymentMethodNonce })
    expect(paymentMethod.token).toBe(kept?.[0]?.token)
    expect((await gateway.customer.find(customerId)).paypalAccounts).toHaveLength(1)
  })
})
