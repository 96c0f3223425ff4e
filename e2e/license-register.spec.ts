/** The licenses of a workspace: a warning before a repeated purchase, and the license register. */
import { readFileSync } from 'node:fs'

import { expect, test } from '@playwright/test'

import { expectAccessible } from './accessibility.ts'
import { createBuyer, listClips, payCart } from './shop.ts'

test('a licensed clip is marked as licensed, can be bought again, and is in the register @full', async ({
  page,
}, info) => {
  const { cart } = await createBuyer(page)
  const number = await payCart(page, cart)
  const [clip] = await listClips(page)
  await page.goto(`/clips/${clip?.slug}/${clip?.id}`)
  const purchase = page.getByRole('region', { name: 'License and price' })
  await expect(purchase.getByText('Already licensed for this use')).toBeVisible()
  await expect(purchase.getByRole('link', { name: number })).toHaveAttribute('href', `/workspace/orders/${number}`)
  await expect(purchase.getByRole('button', { name: 'Add to cart anyway' })).toBeVisible()

  await purchase.getByRole('button', { name: 'Change license' }).click()
  const dialog = page.getByRole('dialog', { name: 'Select a License' })
  await expect(dialog.getByText('Already licensed for this use')).toBeVisible()
  await dialog.getByText('Broadcast TV', { exact: true }).click()
  await expect(dialog.getByText('Already licensed for this use')).toBeHidden()
  await dialog.getByText('Broadcast TV', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Use this license anyway' }).click()
  await expect(dialog).toBeHidden()
  await purchase.getByRole('button', { name: 'Add to cart anyway' }).click()
  await expect(purchase.getByRole('link', { name: 'In your cart' })).toBeVisible()
  await page.goto('/cart')
  await expect(page.getByText(`Already licensed for this use in order ${number}`)).toBeVisible()

  await page.goto('/workspace/licenses')
  const row = page.getByRole('row').filter({ hasText: number })
  await expect(row).toContainText('Web & Social')
  await expect(row).toContainText('In force')
  await expect(row).toContainText('no end')
  await expect(row.getByRole('link', { name: 'PDF' })).toHaveAttribute('href', /certificate\.pdf$/)
  await expectAccessible(page, 'license register')
  const filterForm = page.getByRole('search', { name: 'Filter the register' })
  await filterForm.getByLabel('Use').selectOption('Broadcast TV')
  await filterForm.getByRole('button', { name: 'Show' }).click()
  await expect(page.getByRole('heading', { name: 'No license matches' })).toBeVisible()
  await filterForm.getByLabel('Use').selectOption('Web & Social')
  await filterForm.getByRole('button', { name: 'Show' }).click()
  await expect(row).toBeVisible()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export as CSV' }).click(),
  ])
  const file = info.outputPath('licenses.csv')
  await download.saveAs(file)
  expect(readFileSync(file, 'utf8')).toContain(`"${number}"`)
})
