/** Saved payment methods of a workspace: adding, choosing the default and deleting. */
import { expect, test } from '@playwright/test'

import { expectAccessible } from './accessibility.ts'
import { fillCard } from './card.ts'
import { register, saveBilling } from './shop.ts'

test('cards can be saved, made the default and deleted', async ({ page }) => {
  await register(page)
  // The link inside the account loads a new document, which may load the provider's code.
  await page.goto('/account/privacy')
  await page.getByRole('navigation', { name: 'Your account' }).getByRole('link', { name: 'Payment methods' }).click()
  await expect(page.getByText('No payment methods yet')).toBeVisible()
  await expect(page.getByText('A card or a PayPal account, for everyone in this workspace who buys.')).toBeVisible()
  await expectAccessible(page, 'no payment methods')

  const save = page.getByRole('button', { name: 'Save card' })
  await page.getByRole('button', { name: 'Add a payment method' }).click()
  await fillCard(page)
  await save.click()
  const cards = page.getByRole('list', { name: 'Saved payment methods' })
  await expect(cards.getByRole('listitem').filter({ hasText: 'Visa ending in 1111' })).toContainText('Expires 12/2030')
  await expect(cards).toContainText('Default')

  await page.getByRole('button', { name: 'Add a payment method' }).click()
  await save.click()
  await expect(page.getByText('Card number is required')).toBeVisible()
  await fillCard(page, { number: '5555555555554444' })
  await save.click()
  await page.getByRole('button', { name: 'Make default: MasterCard ending in 4444' }).click()
  await expect(page.getByRole('button', { name: 'Make default: Visa ending in 1111' })).toBeVisible()
  await expectAccessible(page, 'payment methods')

  await page.getByRole('button', { name: 'Delete MasterCard ending in 4444' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText('MasterCard ending in 4444 was deleted.')).toBeVisible()
  await page.reload()
  await expect(cards).toContainText('Visa ending in 1111')
  await expect(cards).toContainText('Default')
  await expect(cards).not.toContainText('MasterCard')
})

test('a bank account that cannot be confirmed is not saved, and a card can be saved instead @full', async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, 'the same code as on a desktop')
  const { id } = await register(page)
  await saveBilling(page, id)
  await page.goto('/account/payment-methods')
  await page.getByRole('button', { name: 'Add a payment method' }).click()
  const paymentMethod = page.getByRole('combobox', { name: 'Payment method' })
  await paymentMethod.selectOption('New bank account (ACH)')
  await page.getByLabel('Financial Institution Name').fill('Harbor Bank')
  await page.getByLabel('First Name').fill('Ada')
  await page.getByLabel('Last Name').fill('Lovett')
  await page.getByLabel('Routing Number').fill('021000021')
  await page.getByLabel('Account Number').fill('1000000010')
  await page.getByRole('button', { name: 'Save bank account' }).click()
  const dialog = page.getByRole('dialog', { name: 'This bank account could not be confirmed' })
  await dialog.getByRole('button', { name: 'Pay another way' }).click()
  await expect(paymentMethod).toBeFocused()
  await paymentMethod.selectOption('New card')
  await fillCard(page)
  await page.getByRole('button', { name: 'Save card' }).click()
  const saved = page.getByRole('list', { name: 'Saved payment methods' })
  await expect(saved).toContainText('Visa ending in 1111')
  await expect(saved).not.toContainText('Bank account')
})
