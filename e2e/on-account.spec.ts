/** A company on account pays an invoice by transfer: our people mark it, and the company sees so. */
import { expect, test } from '@playwright/test'

import { expectAccessible } from './accessible.ts'
import { askShop, password } from './shop.ts'

test.skip(({ isMobile }) => isMobile, 'the company has one such invoice')

test('an invoice that was paid by transfer is marked so, with its reference and a reason', async ({
  page,
  browser,
}) => {
  await askShop(page, 'POST', '/auth/login', { login: 'lena@halyard.example', password })
  await askShop(page, 'POST', '/user/feature-banner/dismiss')
  await page.goto('/workspace/orders')
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Invoiced' })
  await expect(row).toContainText(/Due in \d days/)
  const due = (await row.getByRole('link').textContent()) ?? ''

  const context = await browser.newContext({ viewport: page.viewportSize(), baseURL: test.info().project.use.baseURL })
  const desk = await context.newPage()
  await askShop(desk, 'POST', '/auth/login', { login: 'otto@longtake.example', password })
  await askShop(desk, 'POST', '/user/feature-banner/dismiss')
  await desk.goto(`/admin/orders?search=${due}&state=invoiced`)
  await desk.getByRole('link', { name: due }).click()
  await desk.getByRole('button', { name: 'Mark paid' }).click()
  const dialog = desk.getByRole('dialog', { name: 'Mark paid' })
  await dialog.getByRole('button', { name: 'Mark paid' }).click()
  await expect(dialog.getByText('Reference is required')).toBeVisible()
  await expect(dialog.getByText('Reason is required')).toBeVisible()
  await dialog.getByLabel('Reference').fill('WIRE 20611')
  await dialog.getByLabel('Reason').fill('Seen on the bank statement')
  await expectAccessible(desk, 'marking an invoice paid')
  await dialog.getByRole('button', { name: 'Mark paid' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(desk.getByText('Bank transfer, WIRE 20611', { exact: true }).first()).toBeVisible()
  await expect(desk.getByRole('button', { name: 'Cancel invoice' })).toHaveCount(0)
  await context.close()

  await page.goto(`/workspace/orders/${due}`)
  await expect(page.getByText('Bank transfer, WIRE 20611')).toBeVisible()
  await expect(page.getByText('by Longtake', { exact: false })).toBeVisible()
  await expect(page.getByText('Otto', { exact: false })).toHaveCount(0)
})
