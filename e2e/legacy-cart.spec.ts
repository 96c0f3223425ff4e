/** The legacy cart and its one-page checkout, in a shop where `cart-redesign` is off. */
import { expect, test, type Page } from '@playwright/test'

import { expectAccessible } from './accessibility.ts'
import { demoShop, withOwnShop, OWN_SHOP_TIMEOUT_MS } from './own-shop.ts'
import { addToCart, callApi, billCart, password, register } from './shop.ts'

const amountCell = (page: Page, label: string | RegExp) =>
  page.locator('dl > div', { has: page.locator('dt', { hasText: label }) }).locator('dd')

test('the legacy cart: licenses are edited in place, removed clips come back, and the checkout is one page @full', async ({
  browser,
}) => {
  test.setTimeout(OWN_SHOP_TIMEOUT_MS)
  await withOwnShop(demoShop(), {}, async (baseURL, sandbox) => {
    const openPage = async () =>
      (await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 } })).newPage()
    const staff = await openPage()
    await callApi(staff, 'POST', '/auth/login', { login: 'vera@longtake.example', password })
    const disabledFlag = { is_on: false, share: 100, emails: [], workspace_ids: [] }
    await callApi(staff, 'PUT', '/admin/flags/cart-redesign', disabledFlag)

    const page = await openPage()
    const { id } = await register(page, sandbox)
    await test.step('an empty cart', async () => {
      await page.goto('/cart')
      await expect(page.getByText('Your cart is empty', { exact: true })).toBeVisible()
      await expect(page.getByRole('link', { name: 'Continue Browsing' })).toBeVisible()
      await expect(page.getByText('Total: $0.00')).toBeVisible()
      await expectAccessible(page, 'older cart, empty')
    })

    await test.step('a license is edited, and a clip is removed and restored', async () => {
      await addToCart(page)
      await page.reload()
      const total = page.getByText(/^Total: \$/)
      const totalBefore = (await total.textContent()) ?? ''
      await expect(page.getByLabel(/^Format of/)).toHaveValue('3')
      await page.getByRole('button', { name: /^Edit license of/ }).click()
      const dialog = page.getByRole('dialog', { name: 'Select a License' })
      await dialog.getByRole('checkbox', { name: /^Broadcast TV/ }).check()
      await dialog.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByText('License Updated!')).toBeVisible()
      await expect(total).not.toHaveText(totalBefore)
      await expectAccessible(page, 'older cart')
      await page.getByRole('button', { name: /^Remove / }).click()
      await expect(page.getByText('Your cart is empty', { exact: true })).toBeVisible()
      await page.getByRole('button', { name: 'Undo' }).click()
      await expect(page.getByLabel(/^Format of/)).toHaveValue('3')
    })

    await test.step('the checkout is one page on which the cart can be changed', async () => {
      await billCart(page, id)
      // The path of the redesigned checkout redirects to the legacy one.
      await page.goto('/checkout')
      await expect(page).toHaveURL(/\/cart\/checkout$/)
      await expect(page.getByRole('button', { name: 'Clear Cart' })).toBeVisible()
      await expect(page.getByRole('link', { name: 'Add More Clips to License' })).toBeVisible()
      await page.getByRole('button', { name: 'Edit License' }).click()
      const dialog = page.getByRole('dialog', { name: 'Select a License' })
      await dialog.getByRole('checkbox', { name: /^Broadcast TV/ }).uncheck()
      await dialog.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByText('License Updated!')).toBeVisible()
    })

    await test.step('with a promo code that covers the total, the order needs no card', async () => {
      await page.getByRole('button', { name: 'Add Promo code' }).click()
      await page.getByLabel('Promo code', { exact: true }).fill('NOSUCHCODE')
      await page.getByRole('button', { name: 'Save Promo code' }).click()
      await expect(page.getByRole('alert').or(page.getByText(/code/i)).first()).toBeVisible()
      await page.getByLabel('Promo code', { exact: true }).fill('ONETAKE')
      await page.getByRole('button', { name: 'Save Promo code' }).click()
      await expect(amountCell(page, 'Coupon Discount')).toContainText('$')
      await expect(amountCell(page, 'Your Total Price')).toContainText('0.00')
      await expectAccessible(page, 'older checkout of nothing')
      await page.getByRole('button', { name: 'Complete Purchase' }).click()
      await expect(page).toHaveURL(/\/cart\/success\?order_id=\d+/)
      await expect(page.getByRole('heading', { name: 'Thank you for your purchase' })).toBeVisible()
    })

    await test.step('a licensed clip is marked in the cart and at checkout', async () => {
      await addToCart(page)
      await page.goto('/cart')
      const licensedNotice = page.getByText(/^Already licensed for this use in order LT-/)
      await expect(licensedNotice).toBeVisible()
      await expect(licensedNotice.getByRole('link')).toHaveAttribute('href', /^\/workspace\/orders\/LT-/)
      await expectAccessible(page, 'older cart, licensed already')
      await page.goto('/cart/checkout')
      await expect(licensedNotice).toBeVisible()
    })
    await staff.context().close()
    await page.context().close()
  })
})
