/** Tests for 3D Secure, bank accounts, PayPal and the vault with the official browser SDK, unmodified (A) and rewritten (B), in real Chromium. */
import type { FrameLocator, Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startSandbox, type Sandbox } from '../start.ts'
import { type RunningShop, type TestShop, startOfficial, startRewritten } from './browser-testing.ts'
import { buildFrame } from './build-frame.ts'
import { createTestCustomer, sdk } from './testing.ts'

let sandbox: Sandbox
const fields = ['number', 'cvv', 'expirationDate']
const shop: TestShop = {
  script: './payments.merchant.ts',
  markup: `${fields.map(name => `<div class="field" id="${name}"></div>`).join('')}<div id="paypal"></div>`,
}

beforeAll(async () => {
  await buildFrame()
  sandbox = await startSandbox()
  shop.customerId = await createTestCustomer(sandbox)
})
afterAll(() => sandbox.close())

type Outcome = {
  nonce?: string
  liabilityShifted?: boolean
  type?: string
  details?: { email?: string }
  error?: { code: string; original: string }
  canceled?: boolean
}
type MerchantAction = 'verify' | 'debit' | 'paymentMethods' | 'tearDown' | 'showPayPal'

const callMerchant = (page: Page, action: MerchantAction, argument?: unknown) =>
  page.evaluate(
    ([name, argument]) => (Reflect.get(window, name) as (argument: unknown) => Promise<unknown>)(argument),
    [action, argument] as const,
  ) as Promise<Outcome>

const outcome = async (page: Page) =>
  (await page
    .waitForFunction(() => Reflect.get(window, 'outcome') as unknown)
    .then(handle => handle.jsonValue())) as Outcome

async function typeCard(page: Page, number: string) {
  const input = (name: string) => page.frameLocator(`#${name} iframe`).locator('input')
  await input('number').pressSequentially(number)
  await input('expirationDate').pressSequentially('0131')
  await input('cvv').pressSequentially('123')
}

const bankPage = (page: Page): FrameLocator => page.frameLocator('iframe[name="Cardinal-CCA-IFrame"]')
const readEvents = (page: Page) => page.evaluate(() => Reflect.get(window, 'events') as string[])
const findThreeDSecureInfo = async (nonce = '') => (await sdk(sandbox).paymentMethodNonce.find(nonce)).threeDSecureInfo

const person = { ownershipType: 'personal', firstName: 'Ada', lastName: 'Okafor', accountType: 'checking' }
const billingAddress = { streetAddress: '1 Pier', locality: 'Oakland', region: 'CA', postalCode: '94607' }
const account = { ...person, billingAddress, routingNumber: '021000021', accountNumber: '1000000000' }

describe.each([
  // The stories pay with it, too.
  ...(process.env['LONG_TESTS'] ? [['the production bundle on mapped hosts', startOfficial] as const] : []),
  ['the rewritten bundle in any browser', startRewritten] as const,
])('%s', (_, startMode) => {
  let mode: RunningShop
  beforeAll(async () => {
    mode = await startMode(sandbox, shop)
  })
  afterAll(() => mode.close())

  test('a frictionless card is verified without a challenge', async () => {
    const page = await mode.open()
    await typeCard(page, '4000000000002701')
    const verified = await callMerchant(page, 'verify', { amount: '120.00' })
    expect(verified.liabilityShifted).toBe(true)
    expect(await findThreeDSecureInfo(verified.nonce)).toMatchObject({ status: 'authenticate_successful' })
    expect(await readEvents(page)).toEqual([])
    expect(mode.pageErrors).toEqual([])
    await page.context().close()
  })

  test('a challenge can be retried after a wrong code, and the nonce can be charged', async () => {
    const page = await mode.open()
    await typeCard(page, '4000000000002503')
    const verification = callMerchant(page, 'verify', { amount: '120.00' })
    const bank = bankPage(page)
    await bank.getByLabel('Code that we sent you').fill('9')
    await bank.getByRole('button', { name: 'Confirm' }).click()
    await bank.getByRole('alert').waitFor()
    await bank.getByLabel('Code that we sent you').fill('1234')
    await bank.getByRole('button', { name: 'Confirm' }).click()
    const { nonce = '', liabilityShifted } = await verification
    expect(liabilityShifted).toBe(true)
    expect(await readEvents(page)).toEqual(['authentication-modal-render', 'authentication-modal-close'])
    expect(await page.locator('#Cardinal-Modal').count()).toBe(0)
    const sale = await sdk(sandbox).transaction.sale({ amount: '120.00', paymentMethodNonce: nonce })
    expect(sale).toMatchObject({ success: true, transaction: { threeDSecureInfo: { liabilityShifted: true } } })
    expect(mode.pageErrors).toEqual([])
    await page.context().close()
  })

  test.each([
    ['by its button', (page: Page) => bankPage(page).getByRole('button', { name: 'Cancel' }).click()],
    ['by Escape', (page: Page) => page.keyboard.press('Escape')],
  ])('a challenge canceled %s resolves without a liability shift', async (__, leave) => {
    const page = await mode.open()
    await typeCard(page, '4000000000002503')
    const verification = callMerchant(page, 'verify', { amount: '120.00' })
    await bankPage(page).getByRole('heading', { name: 'Confirm your payment' }).waitFor()
    await leave(page)
    expect(await verification).toMatchObject({ liabilityShifted: false })
    expect(await readEvents(page)).toContain('customer-canceled')
    await page.context().close()
  })

  test('a card that fails without a challenge can be verified with one on the same page', async () => {
    const page = await mode.open()
    await typeCard(page, '4000000000002925')
    const firstResult = await callMerchant(page, 'verify', { amount: '120.00' })
    expect(await findThreeDSecureInfo(firstResult.nonce)).toMatchObject({ status: 'authenticate_frictionless_failed' })
    const verification = callMerchant(page, 'verify', { amount: '120.00', challengeRequested: true })
    await bankPage(page).getByLabel('Code that we sent you').fill('1234')
    await bankPage(page).getByRole('button', { name: 'Confirm' }).click()
    const { nonce, liabilityShifted } = await verification
    expect(liabilityShifted).toBe(true)
    expect(await findThreeDSecureInfo(nonce)).toMatchObject({ status: 'authenticate_successful' })
    await page.context().close()
  })

  test('a bank account becomes a nonce, and an unpublished account number does not', async () => {
    const page = await mode.open()
    const { nonce = '', type } = await callMerchant(page, 'debit', account)
    expect(type).toBe('us_bank_account')
    expect(await sdk(sandbox).paymentMethodNonce.find(nonce)).toMatchObject({ details: { lastFour: '0000' } })
    const { error } = await callMerchant(page, 'debit', { ...account, accountNumber: '4111222233' })
    expect(error?.code).toBe('US_BANK_ACCOUNT_TOKENIZATION_NETWORK_ERROR')
    expect(error?.original).toContain('not an accepted test account number')
    expect(mode.pageErrors).toEqual([])
    await page.context().close()
  })

  test('PayPal is approved in its popup, and the nonce can be charged', async () => {
    const page = await mode.open()
    await callMerchant(page, 'showPayPal', 'checkout')
    const popupPromise = page.waitForEvent('popup')
    await page.getByRole('button', { name: 'PayPal' }).click()
    const window = await popupPromise
    await page.locator('#paypal-overlay').waitFor()
    await window.getByText('$120.00').waitFor()
    await window.getByText('Sam Okoro').click()
    await window.getByRole('button', { name: 'Pay now' }).click()
    const { nonce = '', details } = await outcome(page)
    expect(details?.email).toBe('sam.okoro@paypal.example')
    expect(await page.locator('#paypal-overlay').count()).toBe(0)
    const sale = await sdk(sandbox).transaction.sale({ amount: '120.00', paymentMethodNonce: nonce })
    expect(sale).toMatchObject({ success: true, transaction: { paypalAccount: { payerFirstName: 'Sam' } } })
    expect(mode.pageErrors).toEqual([])
    await page.context().close()
  })

  test.each([
    ['with its button', async (window: Page) => window.getByRole('button', { name: 'Cancel and return' }).click()],
    ['by closing the window', async (window: Page) => window.close()],
  ])('closing the PayPal popup %s cancels the payment', async (__, leave) => {
    const page = await mode.open()
    await callMerchant(page, 'showPayPal', 'checkout')
    const popupPromise = page.waitForEvent('popup')
    await page.getByRole('button', { name: 'PayPal' }).click()
    const window = await popupPromise
    await window.getByRole('button', { name: 'Pay now' }).waitFor()
    await leave(window)
    expect(await outcome(page)).toEqual({ canceled: true })
    mode.pageErrors.length = 0 // Ignore requests that were cut off when the popup closed.
    await page.context().close()
  })

  test('with popups blocked, PayPal opens inside the page, and the agreement is vaulted', async () => {
    const page = await mode.open()
    await page.evaluate(() => (window.open = () => null))
    await callMerchant(page, 'showPayPal', 'vault')
    await page.getByRole('button', { name: 'PayPal' }).click()
    const overlayFrame = page.frameLocator('#paypal-overlay iframe')
    await overlayFrame.getByRole('button', { name: 'Agree and continue' }).click()
    expect(await outcome(page)).toMatchObject({ details: { email: 'jane.doe@paypal.example' } })
    const { paypalAccounts } = await sdk(sandbox).customer.find(shop.customerId ?? '')
    expect(paypalAccounts?.at(-1)).toMatchObject({ email: 'jane.doe@paypal.example' })
    expect(JSON.stringify(await callMerchant(page, 'paymentMethods'))).toContain('PayPalAccount')
    expect(await callMerchant(page, 'tearDown')).toBe('torn down')
    expect(mode.pageErrors).toEqual([])
    await page.context().close()
  })
})
