/** Tests for card fields with the official browser SDK, unmodified (A) and rewritten (B), in real Chromium. */
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import type { Plugin } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startSandbox, type Sandbox } from '../start.ts'
import { bundle, type RunningShop, type TestShop, startOfficial, startRewritten } from './browser-testing.ts'
import { buildFrame } from './build-frame.ts'
import { callControlApi, sdk } from './testing.ts'
import { braintreeSandboxAbsent, braintreeSandboxRewrite } from './vite-rewrite.ts'

let sandbox: Sandbox

beforeAll(async () => {
  await buildFrame()
  sandbox = await startSandbox()
})
afterAll(() => sandbox.close())

const fields = ['number', 'cvv', 'expirationDate', 'postalCode', 'cardholderName'] as const
const shop: TestShop = {
  script: './browser.merchant.ts',
  markup: `<form>${fields.map(name => `<div class="field" id="${name}"></div>`).join('')}<button id="pay" type="button">Pay</button></form>`,
}
const input = (page: Page, name: (typeof fields)[number]) => page.frameLocator(`#${name} iframe`).locator('input')

async function typeCard(page: Page, number: string) {
  await input(page, 'cardholderName').fill('Ada Lovelace')
  await input(page, 'number').pressSequentially(number)
  await input(page, 'expirationDate').pressSequentially('1231')
  await input(page, 'cvv').pressSequentially('123')
  await input(page, 'postalCode').fill('10001')
}

type Outcome = {
  nonce?: string
  error?: { code: string; details?: { invalidFieldKeys?: string[]; originalError?: unknown } }
}
const pay = async (page: Page) => {
  await page.click('#pay')
  return (await page
    .waitForFunction(() => Reflect.get(window, 'outcome') as unknown)
    .then(handle => handle.jsonValue())) as Outcome
}

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

  test('a card typed into the hosted fields becomes a nonce that can be charged', async () => {
    const page = await mode.open()
    await typeCard(page, '4111111111111111')
    expect(await input(page, 'number').inputValue()).toBe('4111 1111 1111 1111')
    expect(await input(page, 'expirationDate').inputValue()).toBe('12 / 31')
    const { nonce } = await pay(page)
    const result = await sdk(sandbox).transaction.sale({ amount: '12.00', paymentMethodNonce: nonce ?? '' })
    expect(result).toMatchObject({
      success: true,
      transaction: {
        creditCard: { last4: '1111', cardholderName: 'Ada Lovelace', expirationDate: '12/2031' },
        billing: { postalCode: '10001' },
      },
    })
    expect(await page.evaluate(() => Reflect.get(window, 'deviceData') as unknown)).toMatch(/correlation_id/)
    expect(mode.pageErrors).toEqual([])
    await page.close()
  })

  test('a number that is not a published test number is refused with 81717', async () => {
    const page = await mode.open()
    await typeCard(page, '4242424242424242')
    const { error } = await pay(page)
    expect(error).toMatchObject({ code: 'HOSTED_FIELDS_FAILED_TOKENIZATION' })
    expect(JSON.stringify(error?.details?.originalError)).toContain('81717')
    mode.pageErrors.length = 0 // Chromium itself reports the 422.
    await page.close()
  })

  test('the page is notified of the brand, the validity and the empty fields', async () => {
    const page = await mode.open()
    expect((await pay(page)).error?.code).toBe('HOSTED_FIELDS_FIELDS_EMPTY')
    await input(page, 'number').pressSequentially('3782 822463 10005')
    expect(await input(page, 'number').inputValue()).toBe('3782 822463 10005')
    await input(page, 'cvv').pressSequentially('123')
    await input(page, 'expirationDate').focus()
    const state = () => page.evaluate(() => (Reflect.get(window, 'state') as () => unknown)())
    await expect.poll(state).toMatchObject({
      cards: [{ type: 'american-express', code: { name: 'CID', size: 4 } }],
      fields: {
        number: { isValid: true, isEmpty: false, isFocused: false },
        cvv: { isValid: false, isPotentiallyValid: false },
        expirationDate: { isFocused: true, isEmpty: true },
      },
    })
    expect(await page.locator('#cvv').getAttribute('class')).toContain('braintree-hosted-fields-invalid')
    const { error } = await pay(page)
    expect(error).toMatchObject({
      code: 'HOSTED_FIELDS_FIELDS_INVALID',
      details: { invalidFieldKeys: ['cvv', 'expirationDate', 'postalCode', 'cardholderName'] },
    })
    await page.close()
  })

  test('styles, placeholders, focus and clearing apply to the fields', async () => {
    const page = await mode.open()
    const number = input(page, 'number')
    expect(await number.evaluate(element => getComputedStyle(element).color)).toBe('rgb(1, 2, 3)')
    expect(await number.evaluate(element => getComputedStyle(element).fontSize)).toBe('17px')
    expect(await number.getAttribute('placeholder')).toBe('Card number')
    expect(await number.getAttribute('aria-label')).toBe('Number on the card')
    await number.pressSequentially('0')
    await expect.poll(() => number.evaluate(element => getComputedStyle(element).color)).toBe('rgb(200, 0, 0)')
    await page.evaluate(() => (Reflect.get(window, 'clear') as (field: string) => void)('number'))
    await expect.poll(() => number.inputValue()).toBe('')
    await page.evaluate(() => (Reflect.get(window, 'focusField') as (field: string) => void)('cvv'))
    await expect.poll(() => input(page, 'cvv').evaluate(element => document.activeElement === element)).toBe(true)
    await page.keyboard.press('Tab')
    await expect
      .poll(() => input(page, 'expirationDate').evaluate(element => document.activeElement === element))
      .toBe(true)
    await page.close()
  })

  test('the fields are transparent on a dark page', async () => {
    const page = await mode.open()
    await page.addStyleTag({
      content: 'html { color-scheme: dark; background: rgb(20, 20, 20) } iframe { color-scheme: light }',
    })
    const { channels } = await sharp(await page.frameLocator('#cvv iframe').locator('body').screenshot()).stats()
    expect(channels.map(channel => channel.max)).toEqual([20, 20, 20, 255].slice(0, channels.length))
    await page.close()
  })

  test('a gateway failure during tokenization is a network error', async () => {
    await callControlApi(sandbox, 'PUT', 'faults', { faults: [{ kind: 'error_500', on: 'tokenize', times: 1 }] })
    const page = await mode.open()
    await typeCard(page, '5555555555554444')
    expect((await pay(page)).error?.code).toBe('HOSTED_FIELDS_TOKENIZATION_NETWORK_ERROR')
    await page.close()
  })
})

describe('build checks', () => {
  test('a sandbox build that rewrites nothing fails', async () => {
    const empty: Plugin = {
      name: 'empty',
      enforce: 'pre',
      load: id => (id.includes('braintree-web') ? 'export default {}' : null),
    }
    await expect(bundle(shop.script, [empty, braintreeSandboxRewrite()])).rejects.toThrow(
      'Nothing in braintree-web was rewritten',
    )
  })

  test('a production build that was rewritten fails', async () => {
    await expect(bundle(shop.script, [braintreeSandboxRewrite(), braintreeSandboxAbsent()])).rejects.toThrow(
      'A production build must not know the payments sandbox',
    )
  })
})
