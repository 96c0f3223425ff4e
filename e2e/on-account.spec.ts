/** A company pays an invoice by bank transfer: staff mark it as paid, and the company sees it. */
import { expect, test } from '@playwright/test'

import { expectAccessible } from './accessibility.ts'
import { callApi, password } from './shop.ts'

test.skip(({ isMobile }) => isMobile, 'the company has only one such invoice')

test('an invoice paid by transfer is marked as paid with a reference and a reason @full', async ({ page, browser }) => {
  await callApi(page, 'POST', '/auth/login', { login: 'lena@halyard.example', password })
  await callApi(page, 'POST', '/user/feature-banner/dismiss')
  await page.goto('/workspace/orders')
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Invoiced' })
  await expect(row).toContainText(/Due in \d days/)
  const orderNumber = (await row.getByRole('link').textContent()) ?? ''

  const context = await browser.newContext({ viewport: page.viewportSize(), baseURL: test.info().project.use.baseURL })
  const adminPage = await context.newPage()
  await callApi(adminPage, 'POST', '/auth/login', { login: 'otto@longtake.example', password })
  await callApi(adminPage, 'POST', '/user/feature-banner/dismiss')
  await adminPage.goto(`/admin/orders?search=${orderNumber}&state=invoiced`)
  await adminPage.getByRole('link', { name: orderNumber }).click()
  await adminPage.getByRole('button', { name: 'Mark paid' }).click()
  const dialog = adminPage.getByRole('dialog', { name: 'Mark paid' })
  await dialog.getByRole('button', { name: 'Mark paid' }).click()
  await expect(dialog.getByText('Reference is required')).toBeVisible()
  await expect(dialog.getByText('Reason is required')).toBeVisible()
  await dialog.getByLabel('Reference').fill('WIRE 20611')
  await dialog.getByLabel('Reason').fill('Seen on the bank statement')
  await expectAccessible(adminPage, 'marking an invoice paid')
  await dialog.getByRole('button', { name: 'Mark paid' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(adminPage.getByText('Bank transfer, WIRE 20611', { exact: true }).first()).toBeVisible()
  await expect(adminPage.getByRole('button', { name: 'Cancel invoice' })).toHaveCount(0)
  await context.close()

  await page.goto(`/workspace/orders/${orderNumber}`)
  await expect(page.getByText('Bank transfer, WIRE 20611')).toBeVisible()
  await expect(page.getByText('by Longtake', { exact: false })).toBeVisible()
  await expect(page.getByText('Otto', { exact: false })).toHaveCount(0)
})
