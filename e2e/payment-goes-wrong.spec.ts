/** Money when things go wrong: what the buyer sees, and what the gateway was asked for. */
import { expect, test, type Page } from '@playwright/test'

import { expectAccessible } from './accessible.ts'
import { fillCard } from './card.ts'
import { breakGateway, chargesTo } from './sandbox.ts'
import { aBuyer, addToCart, askShop, ordersOf } from './shop.ts'

const orderPage = /\/workspace\/orders\/LT-\d{4}-\d{6}/
const pay = (page: Page) => page.getByRole('button', { name: 'Complete purchase' })

test('a card that its bank declines leaves the cart as it was, and another card pays for it', async ({ page }) => {
  await aBuyer(page)
  await page.goto('/checkout')
  const terms = page.getByText('By paying you accept the License Terms')
  await expect(terms.getByRole('link', { name: 'License Terms' })).toHaveAttribute('href', '/license-terms')
  await fillCard(page, { number: '4000111111111115' })
  await pay(page).click()
  await expect(
    page.getByText('Your bank declined this card. Nothing was charged. Try another card or PayPal.'),
  ).toBeVisible()
  await expectAccessible(page, 'checkout after a decline')
  expect(await chargesTo('1115')).toEqual([])
  expect(await ordersOf(page)).toEqual([])

  await page.getByRole('link', { name: 'Return to cart' }).click()
  await expect(page.getByRole('heading', { name: 'Cart (1 item)' })).toBeVisible()
  await page.getByRole('link', { name: 'Continue to checkout' }).click()
  await fillCard(page, { number: '5555555555554444' })
  await pay(page).click()
  await expect(page).toHaveURL(orderPage)
  expect(await chargesTo('4444')).toHaveLength(1)
  expect(await ordersOf(page)).toHaveLength(1)
})

test('a double click on “Complete purchase” charges once and orders once', async ({ page }) => {
  await aBuyer(page)
  await page.goto('/checkout')
  await fillCard(page, { number: '6011000991300009' })
  await pay(page).dblclick()
  await expect(page).toHaveURL(orderPage)
  expect(await chargesTo('0009')).toHaveLength(1)
  expect(await ordersOf(page)).toHaveLength(1)

  const { pathname } = new URL(page.url())
  await page.goto(pathname.replace('/workspace/orders', '/checkout'))
  await expect(page).toHaveURL(pathname)
  await expect(page.getByRole('heading', { level: 1, name: /^LT-/ })).toBeVisible()
})

test('a gateway that is gone after charging: the buyer waits, and gets the order', async ({ page }) => {
  const { amount } = await aBuyer(page, { distribution_ids: [3, 7], end_client_size: 4 })
  await breakGateway({ kind: 'timeout_after_success', on: 'sale', times: 1, amount })
  await page.goto('/checkout')
  await fillCard(page, { number: '3530111333300000' })
  await pay(page).click()
  await expect(page.getByRole('heading', { name: 'Your payment is being confirmed' })).toBeVisible()
  // First, because the shop asks the gateway again after five seconds.
  expect(await ordersOf(page)).toEqual([])
  await expectAccessible(page, 'a payment that is being confirmed')

  await expect(page).toHaveURL(orderPage, { timeout: 40_000 })
  expect(await chargesTo('0000')).toMatchObject([{ amount, status: 'submitted_for_settlement' }])
  expect(await ordersOf(page)).toHaveLength(1)
})

test('a total that rises while the payment page is open is shown beside the button, which waits until it was seen', async ({
  page,
}) => {
  const { cart } = await aBuyer(page)
  await page.goto('/checkout')
  await fillCard(page, { number: '4111111111111111' })
  // In another tab.
  await addToCart(page, { distribution_ids: [7] })
  await pay(page).click()
  const rise = page.getByRole('alert').filter({ hasText: 'The total is now' })
  await expect(rise).toContainText(`It was $${(cart.total.unformatted / 100).toFixed(2)}.`)
  await expect(pay(page)).toBeDisabled()
  await expectAccessible(page, 'checkout after its total rose')
  await rise.getByRole('button', { name: 'OK' }).click()
  await expect(rise).toBeHidden()
  await pay(page).click()
  await expect(page).toHaveURL(orderPage)
  expect(await ordersOf(page)).toHaveLength(1)
})

test('a payment that begins offline fails at once, and is not made when the network returns', async ({ page }) => {
  await aBuyer(page)
  await page.goto('/checkout')
  await fillCard(page, { number: '4111111111111111' })
  await page.context().setOffline(true)
  await pay(page).click()
  await expect(page.getByText('We lost the connection before the answer came.')).toBeVisible()
  await page.context().setOffline(false)
  await expect(pay(page)).toBeEnabled()
  expect(await ordersOf(page)).toEqual([])
  await pay(page).click()
  await expect(page).toHaveURL(orderPage)
  expect(await ordersOf(page)).toHaveLength(1)
})

test('a tab that comes too late is led to the order, and one whose session ended to the login', async ({
  page,
  context,
}) => {
  await aBuyer(page)
  const late = await context.newPage()
  await late.goto('/checkout')
  await fillCard(late, { number: '4111111111111111' })
  await page.goto('/checkout')
  await fillCard(page, { number: '4111111111111111' })
  await pay(page).click()
  await expect(page).toHaveURL(orderPage)
  await pay(late).click()
  await expect(late).toHaveURL(page.url().replace(/\?.*/, ''))
  await expect(late.getByText('You have bought this cart already')).toBeVisible()
  expect(await ordersOf(page)).toHaveLength(1)

  await addToCart(page, { org_type: 'nonprofit' })
  await page.goto('/checkout')
  // Billing begins with that of the last order.
  await expect(page.getByLabel('City')).toHaveValue('Oakland')
  await page.getByRole('button', { name: 'Continue to checkout' }).click()
  await fillCard(page, { number: '4111111111111111' })
  await pay(page).click()
  const missing = page.getByText('Add your EIN number to purchase a non-profit license')
  await expect(missing).toBeVisible()
  await page.getByLabel('EIN number').fill('12-3456789')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(missing).toBeHidden()
  await askShop(late, 'POST', '/auth/logout')
  await pay(page).click()
  await expect(page.getByText('Your session has ended. Please log in again.')).toBeVisible()
  await page.getByRole('link', { name: 'Log in to continue' }).click()
  await expect(page).toHaveURL(/\/login\?next=%2Fcheckout$/)
})
