/** What a buyer gets after the purchase: the mail, the order page and the receipt. No other account can see them. */
import { expect, test } from '@playwright/test'

import { waitForMail } from './sandbox.ts'
import { createBuyer, payCart, register } from './shop.ts'

test.skip(({ isMobile }) => isMobile, 'the main story covers orders at phone width')

test('the confirmation mail links to the order, and the order to its receipt @full', async ({ page }) => {
  const { email, cart } = await createBuyer(page)
  const number = await payCart(page, cart)

  const mail = await waitForMail(email, number)
  const link = mail.links.find(url => url.endsWith(`/workspace/orders/${number}`))
  if (!link) throw new Error(`No link to the order in the mail: ${mail.links.join(', ')}`)
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1, name: number })).toBeVisible()

  const address = await page.getByRole('link', { name: 'Receipt' }).getAttribute('href')
  const receipt = await page.request.get(address ?? '')
  expect(receipt.headers()['content-type']).toBe('application/pdf')
  expect((await receipt.body()).subarray(0, 5).toString()).toBe('%PDF-')
})

test('an order of another account is not found @full', async ({ page }) => {
  const { cart } = await createBuyer(page)
  const number = await payCart(page, cart)
  await page.context().clearCookies()
  await register(page)
  await page.goto(`/workspace/orders/${number}`)
  await expect(page).toHaveURL(/\/workspace\/orders$/)
  await expect(page.getByText(number)).toHaveCount(0)
  expect((await page.request.get(`/api/workspace/orders/${number}`)).status()).toBe(404)
  expect((await page.request.get(`/api/workspace/orders/${number}/receipt`)).status()).toBe(404)
})
