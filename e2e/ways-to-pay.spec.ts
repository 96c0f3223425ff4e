/** Every way to pay, as a person does it: what the bank asks, what PayPal asks, and what becomes of the order. */
import { expect, test, type Page } from '@playwright/test'

import { expectAccessible } from './accessible.ts'
import { fillCard } from './card.ts'
import { aBuyer, addToCart, askShop, billCart, ordersOf, password } from './shop.ts'

const orderPage = /\/workspace\/orders\/LT-\d{4}-\d{6}/
const pay = (page: Page) => page.getByRole('button', { name: 'Complete purchase' })
const payWith = (page: Page) => page.getByRole('combobox', { name: 'Payment method' })
const bank = (page: Page) => page.frameLocator('iframe[title="Your bank"]')

const openCheckout = async (page: Page) => {
  await page.goto('/checkout')
  await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible()
}

const payWithCard = async (page: Page, number: string) => {
  await openCheckout(page)
  await fillCard(page, { number })
  await pay(page).click()
}

test('a card is remembered, and pays for the next cart without being typed in', async ({ page }) => {
  const { id } = await aBuyer(page)
  await openCheckout(page)
  await fillCard(page)
  await page.getByRole('checkbox', { name: 'Remember this payment method' }).check()
  await expectAccessible(page, 'checkout with a new card')
  await pay(page).click()
  await expect(page).toHaveURL(orderPage)

  await addToCart(page)
  await billCart(page, id)
  await openCheckout(page)
  await expect(payWith(page).locator('option:checked')).toHaveText('Visa ending in 1111, default')
  await expectAccessible(page, 'checkout with a kept card')
  await pay(page).click()
  await expect(page).toHaveURL(orderPage)
  expect(await ordersOf(page)).toHaveLength(2)
})

test('a bank that knows its holder lets the payment through without a question', async ({ page }) => {
  await aBuyer(page)
  await payWithCard(page, '4000000000002701')
  await expect(page).toHaveURL(orderPage)
})

test('a bank that asks gets its answer, and the order is paid', async ({ page }) => {
  await aBuyer(page)
  await payWithCard(page, '4000000000002503')
  const dialog = page.getByRole('dialog', { name: 'Confirm with your bank' })
  await expect(dialog).toBeVisible()
  await expectAccessible(page, 'the window of the bank')
  const box = await dialog.boundingBox()
  const width = page.viewportSize()?.width ?? 0
  expect(box && box.x >= 0 && box.x + box.width <= width).toBe(true)
  await bank(page).getByLabel('Code that we sent you').fill('1234')
  await bank(page).getByRole('button', { name: 'Confirm' }).click()
  await expect(page).toHaveURL(orderPage)
})

test('a no without a question is asked again with one', async ({ page, isMobile }) => {
  test.skip(isMobile, 'the same code as on a desktop')
  await aBuyer(page)
  await payWithCard(page, '4000000000002925')
  await bank(page).getByLabel('Code that we sent you').fill('1234')
  await bank(page).getByRole('button', { name: 'Confirm' }).click()
  await expect(page).toHaveURL(orderPage)
})

test('whoever goes away from the bank’s question has paid nothing, and pays with another card', async ({ page }) => {
  await aBuyer(page)
  await payWithCard(page, '4000000000002503')
  await expect(bank(page).getByLabel('Code that we sent you')).toBeVisible()
  await bank(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Card 3D Secure Authentication failed')).toBeVisible()
  expect(await ordersOf(page)).toEqual([])
  await fillCard(page, { number: '4012888888881881' })
  await pay(page).click()
  await expect(page).toHaveURL(orderPage)
})

test('PayPal asks in its window; a no leaves the cart, a yes pays for it', async ({ page }) => {
  await aBuyer(page)
  await openCheckout(page)
  await payWith(page).selectOption('New PayPal account')
  const button = page.getByRole('button', { name: 'Pay with Paypal' })
  await expect(button).toBeEnabled()
  await expectAccessible(page, 'checkout with PayPal')

  let opened = page.waitForEvent('popup')
  await button.click()
  await (await opened).close()
  await expect(page.getByText('PayPal was closed before it was done.')).toBeVisible()
  expect(await ordersOf(page)).toEqual([])

  opened = page.waitForEvent('popup')
  await button.click()
  await (
    await opened
  )
    .getByRole('button', { name: /agree|approve|continue/i })
    .first()
    .click()
  await expect(page).toHaveURL(orderPage)
  await expect(page.getByText(/PayPal, /)).toBeVisible()
})

test('a bank account is kept and debited, and the order stands', async ({ page }) => {
  await aBuyer(page)
  await openCheckout(page)
  await payWith(page).selectOption('New bank account (ACH)')
  await pay(page).click()
  await expect(page.getByText('Financial institution name is required')).toBeVisible()
  await expect(page.getByText('Routing number must be exactly 9 digits')).toBeVisible()
  await page.getByLabel('Financial Institution Name').fill('Harbor Bank')
  await page.getByLabel('Routing Number').fill('021000021')
  await page.getByLabel('Account Number').fill('1000000000')
  await page.getByRole('button', { name: 'See terms' }).click()
  await expect(page.getByText(/I authorize .* Harbor Bank, routing number 021000021/)).toBeVisible()
  await expectAccessible(page, 'checkout with a bank account')
  await pay(page).click()
  await expect(page).toHaveURL(orderPage)
  await expect(page.getByText('Bank account ending in 0000')).toBeVisible()
})

test('a bank account that cannot be confirmed opens a window that says so, and each of its ways leads on', async ({
  page,
}) => {
  await aBuyer(page)
  await openCheckout(page)
  await payWith(page).selectOption('New bank account (ACH)')
  await page.getByLabel('Financial Institution Name').fill('Harbor Bank')
  await page.getByLabel('Routing Number').fill('021000021')
  const number = page.getByLabel('Account Number')
  await number.fill('1000000010')
  await pay(page).click()
  const dialog = page.getByRole('dialog', { name: 'This bank account could not be confirmed' })
  await expect(dialog).toContainText('Nothing was charged.')
  await expect(dialog.getByRole('link', { name: '1-800-805-6802' })).toHaveAttribute('href', 'tel:1-800-805-6802')
  await expect(dialog.getByRole('link', { name: 'hello@longtake.example' })).toHaveAttribute('href', /^mailto:/)
  await expectAccessible(page, 'a bank account that was not confirmed')
  await dialog.getByRole('button', { name: 'Check the numbers' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByLabel('Routing Number')).toBeFocused()

  // Kept, but unknown by the time that it is debited.
  await number.fill('1000000011')
  await pay(page).click()
  await dialog.getByRole('button', { name: 'Pay another way' }).click()
  await expect(payWith(page)).toBeFocused()
  await expect(page.getByText('Something went wrong with your ACH payment. Please try again')).toBeVisible()
  expect(await ordersOf(page)).toEqual([])

  await number.fill('1000000000')
  await pay(page).click()
  await expect(page).toHaveURL(orderPage)
})

test('a workspace with an account creates an invoice, and pays it by its number', async ({ page, isMobile }) => {
  const login = isMobile ? 'jonas@northlight.example' : 'mara@northlight.example'
  await askShop(page, 'POST', '/auth/login', { login, password })
  // Another story may have left them in a workspace of their own.
  const workspaces = await askShop<{ id: number; name: string }[]>(page, 'GET', '/workspaces')
  const team = workspaces.find(({ name }) => name === 'Northlight Pictures')
  await askShop(page, 'PUT', '/workspaces/current', { workspace: team?.id })
  await askShop(page, 'POST', '/user/feature-banner/dismiss')
  await addToCart(page)
  await page.goto('/cart/billing')
  await page.getByRole('button', { name: 'Continue to checkout' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Project Details' })).toBeVisible()
  await page.getByRole('button', { name: 'Create invoice' }).click()
  for (const text of ['Client name', 'Project name', 'Project description', 'Start date'])
    await expect(page.getByText(`${text} is required`)).toBeVisible()
  await expectAccessible(page, 'the form for an invoice')
  await page.getByRole('radio', { name: 'Now' }).check()
  await expect(pay(page)).toBeVisible()
  await page.getByRole('radio', { name: 'On account' }).check()
  await page.getByLabel('Client name').fill('Aster')
  await page.getByLabel('Project name').fill('Tidal')
  await page.getByLabel('Project description').fill('A film about the sea')
  await page.getByLabel('Start date').fill('2026-12-01')
  await page.getByRole('button', { name: 'Create invoice' }).click()
  await expect(page).toHaveURL(orderPage)

  await page.getByRole('link', { name: 'Pay now' }).click()
  await expect(page).toHaveURL(/\/checkout\/LT-/)
  await expect(page.getByRole('link', { name: 'Return to order details' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit billing information' })).toHaveCount(0)
  await expectAccessible(page, 'checkout of an invoice')
  await fillCard(page)
  await pay(page).click()
  await expect(page).toHaveURL(orderPage)
  await expect(page.getByRole('link', { name: 'Pay now' })).toHaveCount(0)
})

test('the card form opens anew in the colors of another theme', async ({ page, isMobile }) => {
  test.skip(isMobile, 'the same code as on a desktop')
  await page.emulateMedia({ colorScheme: 'light' })
  await aBuyer(page)
  await openCheckout(page)
  await fillCard(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  const name = page.frameLocator('iframe[name="braintree-hosted-field-cardholderName"]').locator('input').first()
  await expect(name).toHaveValue('')
  await expect(pay(page)).toBeEnabled()
  await fillCard(page)
  await pay(page).click()
  await expect(page).toHaveURL(orderPage)
})
