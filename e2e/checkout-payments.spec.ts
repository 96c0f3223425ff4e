/** Every payment method at checkout: cards with 3D Secure, PayPal, bank accounts and invoices. */
import { expect, test, type Page } from '@playwright/test'

import { expectAccessible } from './accessibility.ts'
import { fillCard } from './card.ts'
import { createBuyer, addToCart, callApi, billCart, listOrderNumbers, password } from './shop.ts'

const ORDER_URL_PATTERN = /\/workspace\/orders\/LT-\d{4}-\d{6}/
const payButton = (page: Page) => page.getByRole('button', { name: /^Pay \$/ })
const paymentMethod = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Payment method' }).getByRole('radio', { name })
const bankFrame = (page: Page) => page.frameLocator('iframe[title="Your bank"]')

const openCheckout = async (page: Page) => {
  await page.goto('/checkout')
  await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible()
}

const payWithCard = async (page: Page, number: string) => {
  await openCheckout(page)
  await fillCard(page, { number })
  await payButton(page).click()
}

test('a saved card pays for the next cart without being entered again @full', async ({ page }) => {
  const { id } = await createBuyer(page)
  await openCheckout(page)
  await fillCard(page)
  await page.getByRole('checkbox', { name: 'Remember this payment method' }).check()
  await expectAccessible(page, 'checkout with a new card')
  await payButton(page).click()
  await expect(page).toHaveURL(ORDER_URL_PATTERN)

  await addToCart(page)
  await billCart(page, id)
  await openCheckout(page)
  await expect(paymentMethod(page, 'Visa ending in 1111, default')).toBeChecked()
  await expectAccessible(page, 'checkout with a saved card')
  await payButton(page).click()
  await expect(page).toHaveURL(ORDER_URL_PATTERN)
  expect(await listOrderNumbers(page)).toHaveLength(2)
})

test('a frictionless card pays without a challenge @full', async ({ page }) => {
  await createBuyer(page)
  await payWithCard(page, '4000000000002701')
  await expect(page).toHaveURL(ORDER_URL_PATTERN)
})

test('a passed 3D Secure challenge completes the payment', async ({ page }) => {
  await createBuyer(page)
  await payWithCard(page, '4000000000002503')
  const dialog = page.getByRole('dialog', { name: 'Confirm with your bank' })
  await expect(dialog).toBeVisible()
  await expectAccessible(page, 'the bank’s dialog')
  const box = await dialog.boundingBox()
  const width = page.viewportSize()?.width ?? 0
  expect(box && box.x >= 0 && box.x + box.width <= width).toBe(true)
  await bankFrame(page).getByLabel('Code that we sent you').fill('1234')
  await bankFrame(page).getByRole('button', { name: 'Confirm' }).click()
  await expect(page).toHaveURL(ORDER_URL_PATTERN)
})

test('a frictionless failure is retried with a challenge @full', async ({ page, isMobile }) => {
  test.skip(isMobile, 'the same code as on a desktop')
  await createBuyer(page)
  await payWithCard(page, '4000000000002925')
  await bankFrame(page).getByLabel('Code that we sent you').fill('1234')
  await bankFrame(page).getByRole('button', { name: 'Confirm' }).click()
  await expect(page).toHaveURL(ORDER_URL_PATTERN)
})

test('canceling the challenge charges nothing, and another card can pay @full', async ({ page }) => {
  await createBuyer(page)
  await payWithCard(page, '4000000000002503')
  await expect(bankFrame(page).getByLabel('Code that we sent you')).toBeVisible()
  await bankFrame(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Card 3D Secure Authentication failed')).toBeVisible()
  expect(await listOrderNumbers(page)).toEqual([])
  await fillCard(page, { number: '4012888888881881' })
  await payButton(page).click()
  await expect(page).toHaveURL(ORDER_URL_PATTERN)
})

test('canceling PayPal leaves the cart unchanged, and approving it completes the payment @full @phone', async ({
  page,
}) => {
  await createBuyer(page)
  await openCheckout(page)
  await paymentMethod(page, 'New PayPal account').check()
  const button = page.getByRole('button', { name: 'Pay with Paypal' })
  await expect(button).toBeEnabled()
  await expectAccessible(page, 'checkout with PayPal')

  const openPayPal = async () => {
    const popupPromise = page.waitForEvent('popup')
    await button.click()
    const popup = await popupPromise
    const agree = popup.getByRole('button', { name: /agree|approve|continue/i }).first()
    await expect(agree).toBeVisible()
    return { popup, agree }
  }
  const { popup } = await openPayPal()
  await popup.close()
  await expect(page.getByText('PayPal was closed before it was done.')).toBeVisible()
  expect(await listOrderNumbers(page)).toEqual([])

  const { agree } = await openPayPal()
  await agree.click()
  await expect(page).toHaveURL(ORDER_URL_PATTERN)
  await expect(page.getByText(/PayPal, /)).toBeVisible()
})

test('a bank account is saved and debited, and the order is created', async ({ page }) => {
  await createBuyer(page)
  await openCheckout(page)
  await paymentMethod(page, 'New bank account (ACH)').check()
  await payButton(page).click()
  await expect(page.getByText('Financial institution name is required')).toBeVisible()
  await expect(page.getByText('Routing number must be exactly 9 digits')).toBeVisible()
  await page.getByLabel('Financial Institution Name').fill('Harbor Bank')
  await page.getByLabel('Routing Number').fill('021000021')
  await page.getByLabel('Account Number').fill('1000000000')
  await page.getByRole('button', { name: 'See terms' }).click()
  await expect(page.getByText(/I authorize .* Harbor Bank, routing number 021000021/)).toBeVisible()
  await expectAccessible(page, 'checkout with a bank account')
  await payButton(page).click()
  await expect(page).toHaveURL(ORDER_URL_PATTERN)
  await expect(page.getByText('Bank account ending in 0000')).toBeVisible()
})

test('a bank account that cannot be confirmed opens a dialog, and each of its actions works @full', async ({
  page,
}) => {
  await createBuyer(page)
  await openCheckout(page)
  await paymentMethod(page, 'New bank account (ACH)').check()
  await page.getByLabel('Financial Institution Name').fill('Harbor Bank')
  await page.getByLabel('Routing Number').fill('021000021')
  const number = page.getByLabel('Account Number')
  await number.fill('1000000010')
  await payButton(page).click()
  const dialog = page.getByRole('dialog', { name: 'This bank account could not be confirmed' })
  await expect(dialog).toContainText('Nothing was charged.')
  await expect(dialog.getByRole('link', { name: '1-800-805-6802' })).toHaveAttribute('href', 'tel:1-800-805-6802')
  await expect(dialog.getByRole('link', { name: 'hello@longtake.example' })).toHaveAttribute('href', /^mailto:/)
  await expectAccessible(page, 'a bank account that was not confirmed')
  await dialog.getByRole('button', { name: 'Check the numbers' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByLabel('Routing Number')).toBeFocused()

  // This account is saved, but cannot be confirmed at the debit.
  await number.fill('1000000011')
  await payButton(page).click()
  await dialog.getByRole('button', { name: 'Pay another way' }).click()
  await expect(paymentMethod(page, 'New bank account (ACH)')).toBeFocused()
  await expect(page.getByText('Something went wrong with your ACH payment. Please try again')).toBeVisible()
  expect(await listOrderNumbers(page)).toEqual([])

  await number.fill('1000000000')
  await payButton(page).click()
  await expect(page).toHaveURL(ORDER_URL_PATTERN)
})

test('a workspace on account creates an invoice and pays it by its number', async ({ page, isMobile }) => {
  const login = isMobile ? 'jonas@northlight.example' : 'mara@northlight.example'
  await callApi(page, 'POST', '/auth/login', { login, password })
  // Another story may have switched these users to their own workspace.
  const workspaces = await callApi<{ id: number; name: string }[]>(page, 'GET', '/workspaces')
  const team = workspaces.find(({ name }) => name === 'Northlight Pictures')
  await callApi(page, 'PUT', '/workspaces/current', { workspace: team?.id })
  await callApi(page, 'POST', '/user/feature-banner/dismiss')
  await addToCart(page)
  await page.goto('/cart/billing')
  await page.getByRole('button', { name: 'Continue to checkout' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Project Details' })).toBeVisible()
  await page.getByRole('button', { name: 'Create invoice' }).click()
  for (const text of ['Client name', 'Project name', 'Project description', 'Start date'])
    await expect(page.getByText(`${text} is required`)).toBeVisible()
  await expectAccessible(page, 'the form for an invoice')
  await page.getByRole('radio', { name: 'Now' }).check()
  await expect(payButton(page)).toBeVisible()
  await page.getByRole('radio', { name: 'On account' }).check()
  await page.getByLabel('Client name').fill('Aster')
  await page.getByLabel('Project name').fill('Tidal')
  await page.getByLabel('Project description').fill('A film about the sea')
  await page.getByLabel('Start date').fill('2026-12-01')
  await page.getByRole('button', { name: 'Create invoice' }).click()
  await expect(page).toHaveURL(ORDER_URL_PATTERN)

  await page.getByRole('link', { name: 'Pay now' }).click()
  await expect(page).toHaveURL(/\/checkout\/LT-/)
  await expect(page.getByRole('link', { name: 'Return to order details' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit billing information' })).toHaveCount(0)
  await expectAccessible(page, 'checkout of an invoice')
  await fillCard(page)
  await payButton(page).click()
  await expect(page).toHaveURL(ORDER_URL_PATTERN)
  await expect(page.getByRole('link', { name: 'Pay now' })).toHaveCount(0)
})

test('changing the theme reloads the card form in its colors @full', async ({ page, isMobile }) => {
  test.skip(isMobile, 'the same code as on a desktop')
  await page.emulateMedia({ colorScheme: 'light' })
  await createBuyer(page)
  await openCheckout(page)
  await fillCard(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  const name = page.frameLocator('iframe[name="braintree-hosted-field-cardholderName"]').locator('input').first()
  await expect(name).toHaveValue('')
  await expect(payButton(page)).toBeEnabled()
  await fillCard(page)
  await payButton(page).click()
  await expect(page).toHaveURL(ORDER_URL_PATTERN)
})
