/** 3D Secure, bank accounts, PayPal and the vault by the official browser SDK, unmodified (A) and rewritten (B), in real Chromium. */
import type { FrameLocator, Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startSandbox, type Sandbox } from '../start.ts'
import { type Mode, type Shop, startOfficial, startRewritten } from './browser-testing.ts'
import { buildFrame } from './build-frame.ts'
import { newCustomer, sdk } from './testing.ts'

let sandbox: Sandbox
const fields = ['number', 'cvv', 'expirationDate']
const shop: Shop = {
  script: './payments.merchant.ts',
  markup: `${fields.map(name => `<div class="field" id="${name}"></div>`).join('')}<div id="paypal"></div>`,
}

beforeAll(async () => {
  await buildFrame()
  sandbox = await startSandbox()
  shop.customerId = await newCustomer(sandbox)
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
type Doing = 'verify' | 'debit' | 'kept' | 'tearDown' | 'showPayPal'

const ask = (page: Page, what: Doing, of?: unknown) =>
  page.evaluate(([name, given]) => (Reflect.get(window, name) as (given: unknown) => Promise<unknown>)(given), [
    what,
    of,
  ] as const) as Promise<Outcome>

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
const heard = (page: Page) => page.evaluate(() => Reflect.get(window, 'heard') as string[])
const factsOf = async (nonce = '') => (await sdk(sandbox).paymentMethodNonce.find(nonce)).threeDSecureInfo

const person = { ownershipType: 'personal', firstName: 'Ada', lastName: 'Okafor', accountType: 'checking' }
const billingAddress = { streetAddress: '1 Pier', locality: 'Oakland', region: 'CA', postalCode: '94607' }
const account = { ...person, billingAddress, routingNumber: '021000021', accountNumber: '1000000000' }

describe.each([
  ['the production bundle on mapped hosts', startOfficial],
  ['the rewritten bundle in any browser', startRewritten],
])('%s', (_, startMode) => {
  let mode: Mode
  beforeAll(async () => {
    mode = await startMode(sandbox, shop)
  })
  afterAll(() => mode.close())

  test('a card that needs no challenge is verified without one', async () => {
    const page = await mode.open()
    await typeCard(page, '4000000000002701')
    const verified = await ask(page, 'verify', { amount: '120.00' })
    expect(verified.liabilityShifted).toBe(true)
    expect(await factsOf(verified.nonce)).toMatchObject({ status: 'authenticate_successful' })
    expect(await heard(page)).toEqual([])
    expect(mode.complaints).toEqual([])
    await page.context().close()
  })

  test('a challenge is shown, corrected once, and passed; the nonce pays', async () => {
    const page = await mode.open()
    await typeCard(page, '4000000000002503')
    const verifying = ask(page, 'verify', { amount: '120.00' })
    const bank = bankPage(page)
    await bank.getByLabel('Code that we sent you').fill('9')
    await bank.getByRole('button', { name: 'Confirm' }).click()
    await bank.getByRole('alert').waitFor()
    await bank.getByLabel('Code that we sent you').fill('1234')
    await bank.getByRole('button', { name: 'Confirm' }).click()
    const { nonce = '', liabilityShifted } = await verifying
    expect(liabilityShifted).toBe(true)
    expect(await heard(page)).toEqual(['authentication-modal-render', 'authentication-modal-close'])
    expect(await page.locator('#Cardinal-Modal').count()).toBe(0)
    const sale = await sdk(sandbox).transaction.sale({ amount: '120.00', paymentMethodNonce: nonce })
    expect(sale).toMatchObject({ success: true, transaction: { threeDSecureInfo: { liabilityShifted: true } } })
    expect(mode.complaints).toEqual([])
    await page.context().close()
  })

  test.each([
    ['by its button', (page: Page) => bankPage(page).getByRole('button', { name: 'Cancel' }).click()],
    ['by Escape', (page: Page) => page.keyboard.press('Escape')],
  ])('a challenge left %s resolves without a shift of liability', async (__, leave) => {
    const page = await mode.open()
    await typeCard(page, '4000000000002503')
    const verifying = ask(page, 'verify', { amount: '120.00' })
    await bankPage(page).getByRole('heading', { name: 'Confirm your payment' }).waitFor()
    await leave(page)
    expect(await verifying).toMatchObject({ liabilityShifted: false })
    expect(await heard(page)).toContain('customer-canceled')
    await page.context().close()
  })

  test('a card that fails by itself is tried again with a challenge, on the same page', async () => {
    const page = await mode.open()
    await typeCard(page, '4000000000002925')
    const first = await ask(page, 'verify', { amount: '120.00' })
    expect(await factsOf(first.nonce)).toMatchObject({ status: 'authenticate_frictionless_failed' })
    const verifying = ask(page, 'verify', { amount: '120.00', challengeRequested: true })
    await bankPage(page).getByLabel('Code that we sent you').fill('1234')
    await bankPage(page).getByRole('button', { name: 'Confirm' }).click()
    const { nonce, liabilityShifted } = await verifying
    expect(liabilityShifted).toBe(true)
    expect(await factsOf(nonce)).toMatchObject({ status: 'authenticate_successful' })
    await page.context().close()
  })

  test('a bank account becomes a nonce, and a number that is not published does not', async () => {
    const page = await mode.open()
    const { nonce = '', type } = await ask(page, 'debit', account)
    expect(type).toBe('us_bank_account')
    expect(await sdk(sandbox).paymentMethodNonce.find(nonce)).toMatchObject({ details: { lastFour: '0000' } })
    const { error } = await ask(page, 'debit', { ...account, accountNumber: '4111222233' })
    expect(error?.code).toBe('US_BANK_ACCOUNT_TOKENIZATION_NETWORK_ERROR')
    expect(error?.original).toContain('not an accepted test account number')
    expect(mode.complaints).toEqual([])
    await page.context().close()
  })

  test('PayPal is approved in its window, and the nonce pays', async () => {
    const page = await mode.open()
    await ask(page, 'showPayPal', 'checkout')
    const opening = page.waitForEvent('popup')
    await page.getByRole('button', { name: 'PayPal' }).click()
    const window = await opening
    await page.locator('#paypal-overlay').waitFor()
    await window.getByText('$120.00').waitFor()
    await window.getByText('Sam Okoro').click()
    await window.getByRole('button', { name: 'Pay now' }).click()
    const { nonce = '', details } = await outcome(page)
    expect(details?.email).toBe('sam.okoro@paypal.example')
    expect(await page.locator('#paypal-overlay').count()).toBe(0)
    const sale = await sdk(sandbox).transaction.sale({ amount: '120.00', paymentMethodNonce: nonce })
    expect(sale).toMatchObject({ success: true, transaction: { paypalAccount: { payerFirstName: 'Sam' } } })
    expect(mode.complaints).toEqual([])
    await page.context().close()
  })

  test.each([
    ['by its button', async (window: Page) => window.getByRole('button', { name: 'Cancel and return' }).click()],
    ['by closing it', async (window: Page) => window.close()],
  ])('a PayPal window left %s cancels', async (__, leave) => {
    const page = await mode.open()
    await ask(page, 'showPayPal', 'checkout')
    const opening = page.waitForEvent('popup')
    await page.getByRole('button', { name: 'PayPal' }).click()
    const window = await opening
    await window.getByRole('button', { name: 'Pay now' }).waitFor()
    await leave(window)
    expect(await outcome(page)).toEqual({ canceled: true })
    mode.complaints.length = 0 // a window that was closed while it loaded something
    await page.context().close()
  })

  test('where no window may open, PayPal asks inside the page; the agreement is kept', async () => {
    const page = await mode.open()
    await page.evaluate(() => (window.open = () => null))
    await ask(page, 'showPayPal', 'vault')
    await page.getByRole('button', { name: 'PayPal' }).click()
    const inside = page.frameLocator('#paypal-overlay iframe')
    await inside.getByRole('button', { name: 'Agree and continue' }).click()
    expect(await outcome(page)).toMatchObject({ details: { email: 'jane.doe@paypal.example' } })
    const { paypalAccounts } = await sdk(sandbox).customer.find(shop.customerId ?? '')
    expect(paypalAccounts?.at(-1)).toMatchObject({ email: 'jane.doe@paypal.example' })
    expect(JSON.stringify(await ask(page, 'kept'))).toContain('PayPalAccount')
    expect(await ask(page, 'tearDown')).toBe('torn down')
    expect(mode.complaints).toEqual([])
    await page.context().close()
  })
})
