/** A company on account: what is owed and since when, paid by card and by transfer. The demo's is late with one invoice. */
import { expect, test } from '@playwright/test'

import { expectAccessible } from './accessible.ts'
import { fillCard } from './card.ts'
import { askShop, password } from './shop.ts'

test.skip(({ isMobile }) => isMobile, 'the company has one invoice of each kind')

test('a buyer on account: overdue, paid, and the next invoice paid by transfer', async ({ page, browser }) => {
  await askShop(page, 'POST', '/auth/login', { login: 'lena@halyard.example', password })
  await askShop(page, 'POST', '/user/feature-banner/dismiss')
  await page.goto('/workspace/orders')
  const row = (state: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: state })
  await expect(row('Payment overdue')).toContainText(/\d days overdue/)
  await expect(row('Invoiced')).toContainText(/Due in \d days/)
  await expectAccessible(page, 'orders on account')
  const due = (await row('Invoiced').getByRole('link').textContent()) ?? ''

  await row('Payment overdue').getByRole('link').click()
  await expect(
    page.getByText('its downloads close and your workspace cannot buy on account', { exact: false }),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Pay now' }).click()
  await expect(page).toHaveURL(/\/checkout\/LT-/)
  await fillCard(page)
  await page.getByRole('button', { name: 'Complete purchase' }).click()
  await expect(page).toHaveURL(/\/workspace\/orders\/LT-/)
  await expect(page.getByText('Paid', { exact: true }).first()).toBeVisible()
  await expect(page.getByText('days overdue', { exact: false })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Receipt' })).toBeVisible()

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
