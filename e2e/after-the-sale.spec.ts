/** What a buyer has of an order afterwards: the mail, the page, the receipt; and that nobody else has it. */
import { expect, test } from '@playwright/test'

import { mailTo } from './sandbox.ts'
import { aBuyer, payAtOnce, register } from './shop.ts'

test.skip(({ isMobile }) => isMobile, 'the main story opens an order at phone width')

test('the mail leads to the order, and the order to its receipt', async ({ page }) => {
  const { email, cart } = await aBuyer(page)
  const number = await payAtOnce(page, cart)

  const mail = await mailTo(email, number)
  const link = mail.links.find(one => one.endsWith(`/workspace/orders/${number}`))
  if (!link) throw new Error(`No link to the order in the mail: ${mail.links.join(', ')}`)
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1, name: number })).toBeVisible()

  const address = await page.getByRole('link', { name: 'Receipt' }).getAttribute('href')
  const receipt = await page.request.get(address ?? '')
  expect(receipt.headers()['content-type']).toBe('application/pdf')
  expect((await receipt.body()).subarray(0, 5).toString()).toBe('%PDF-')
})

test('somebody else’s order is not there', async ({ page }) => {
  const { cart } = await aBuyer(page)
  const number = await payAtOnce(page, cart)
  await page.context().clearCookies()
  await register(page)
  await page.goto(`/workspace/orders/${number}`)
  await expect(page).toHaveURL(/\/workspace\/orders$/)
  await expect(page.getByText(number)).toHaveCount(0)
  expect((await page.request.get(`/api/workspace/orders/${number}`)).status()).toBe(404)
  expect((await page.request.get(`/api/workspace/orders/${number}/receipt`)).status()).toBe(404)
})
