/** Payment failures: what the buyer sees, and what the gateway was asked to charge. */
import { expect, test, type Page } from '@playwright/test'

import { expectAccessible } from './accessibility.ts'
import { fillCard } from './card.ts'
import { injectFault, listCharges } from './sandbox.ts'
import { createBuyer, addToCart, callApi, listOrderNumbers } from './shop.ts'

const ORDER_URL_PATTERN = /\/workspace\/orders\/LT-\d{4}-\d{6}/
const payButton = (page: Page) => page.getByRole('button', { name: /^Pay \$/ })

test('a declined card leaves the cart unchanged, and another card pays for it', async ({ page }) => {
  await createBuyer(page)
  await page.goto('/checkout')
  const terms = page.getByText('By paying you accept the License Terms')
  await expect(terms.getByRole('link', { name: 'License Terms' })).toHaveAttribute(
    'href',
    /^\/license-terms\?version=\d+$/,
  )
  await fillCard(page, { number: '4000111111111115' })
  await payButton(page).click()
  await expect(
    page.getByText('Your bank declined this card. Nothing was charged. Try another card or PayPal.'),
  ).toBeVisible()
  await expectAccessible(page, 'checkout after a decline')
  expect(await listCharges('1115')).toEqual([])
  expect(await listOrderNumbers(page)).toEqual([])

  await page.getByRole('link', { name: 'Return to cart' }).click()
  await expect(page.getByRole('heading', { name: 'Cart (1 item)' })).toBeVisible()
  await page.getByRole('link', { name: 'Continue to checkout' }).click()
  await fillCard(page, { number: '5555555555554444' })
  await payButton(page).click()
  await expect(page).toHaveURL(ORDER_URL_PATTERN)
  expect(await listCharges('4444')).toHaveLength(1)
  expect(await listOrderNumbers(page)).toHaveLength(1)
})

test('a double click on the button charges once and orders once', async ({ page }) => {
  await createBuyer(page)
  await page.goto('/checkout')
  await fillCard(page, { number: '6011000991300009' })
  await payButton(page).dblclick()
  await expect(page).toHaveURL(ORDER_URL_PATTERN)
  expect(await listCharges('0009')).toHaveLength(1)
  expect(await listOrderNumbers(page)).toHaveLength(1)

  const { pathname } = new URL(page.url())
  await page.goto(pathname.replace('/workspace/orders', '/checkout'))
  await expect(page).toHaveURL(pathname)
  await expect(page.getByRole('heading', { level: 1, name: /^LT-/ })).toBeVisible()
})

test('when the gateway times out after charging, the buyer waits and gets the order @full', async ({ page }) => {
  const { amount } = await createBuyer(page, { distribution_ids: [3, 7], end_client_size: 4 })
  await injectFault({ kind: 'timeout_after_success', on: 'sale', times: 1, amount })
  await page.goto('/checkout')
  await fillCard(page, { number: '3530111333300000' })
  await payButton(page).click()
  await expect(page.getByRole('heading', { name: 'Your payment is being confirmed' })).toBeVisible()
  await expectAccessible(page, 'a payment that is being confirmed')

  await expect(page).toHaveURL(ORDER_URL_PATTERN)
  expect(await listCharges('0000')).toMatchObject([{ amount, status: 'submitted_for_settlement' }])
  expect(await listOrderNumbers(page)).toHaveLength(1)
})

test('a total that rises during checkout is shown beside the button, which is disabled until the buyer confirms', async ({
  page,
}) => {
  const { cart } = await createBuyer(page)
  await page.goto('/checkout')
  await fillCard(page, { number: '4111111111111111' })
  // As if in another tab.
  await addToCart(page, { distribution_ids: [7] })
  await payButton(page).click()
  const riseAlert = page.getByRole('alert').filter({ hasText: 'The total is now' })
  await expect(riseAlert).toContainText(`It was $${(cart.total.unformatted / 100).toFixed(2)}.`)
  await expect(payButton(page)).toBeDisabled()
  await expectAccessible(page, 'checkout after its total rose')
  await riseAlert.getByRole('button', { name: 'OK' }).click()
  await expect(riseAlert).toBeHidden()
  await payButton(page).click()
  await expect(page).toHaveURL(ORDER_URL_PATTERN)
  expect(await listOrderNumbers(page)).toHaveLength(1)
})

test('a payment started offline fails at once and is not sent when the connection returns', async ({ page }) => {
  await createBuyer(page)
  await page.goto('/checkout')
  await fillCard(page, { number: '4111111111111111' })
  await page.context().setOffline(true)
  await payButton(page).click()
  await expect(page.getByText('We lost the connection before the answer came.')).toBeVisible()
  await page.context().setOffline(false)
  await expect(payButton(page)).toBeEnabled()
  expect(await listOrderNumbers(page)).toEqual([])
  await payButton(page).click()
  await expect(page).toHaveURL(ORDER_URL_PATTERN)
  expect(await listOrderNumbers(page)).toHaveLength(1)
})

test('a second tab leads to the existing order, and a tab with an expired session to the login @full', async ({
  page,
  context,
}) => {
  await createBuyer(page)
  const secondTab = await context.newPage()
  await secondTab.goto('/checkout')
  await fillCard(secondTab, { number: '4111111111111111' })
  await page.goto('/checkout')
  await fillCard(page, { number: '4111111111111111' })
  await payButton(page).click()
  await expect(page).toHaveURL(ORDER_URL_PATTERN)
  await payButton(secondTab).click()
  await expect(secondTab).toHaveURL(page.url().replace(/\?.*/, ''))
  await expect(secondTab.getByText('You have bought this cart already')).toBeVisible()
  expect(await listOrderNumbers(page)).toHaveLength(1)

  await addToCart(page, { org_type: 'nonprofit' })
  await page.goto('/checkout')
  // Billing defaults to the details of the last order.
  await expect(page.getByLabel('City')).toHaveValue('Oakland')
  await page.getByRole('button', { name: 'Continue to checkout' }).click()
  await fillCard(page, { number: '4111111111111111' })
  await payButton(page).click()
  const missing = page.getByText('Add your EIN number to purchase a non-profit license')
  await expect(missing).toBeVisible()
  await page.getByLabel('EIN number').fill('12-3456789')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(missing).toBeHidden()
  await callApi(secondTab, 'POST', '/auth/logout')
  await payButton(page).click()
  await expect(page.getByText('Your session has ended. Please log in again.')).toBeVisible()
  await page.getByRole('link', { name: 'Log in to continue' }).click()
  await expect(page).toHaveURL(/\/login\?next=%2Fcheckout$/)
})
