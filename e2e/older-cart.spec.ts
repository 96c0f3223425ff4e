/** The older cart and its checkout on one page, in a shop where `cart-redesign` is off for everybody. */
import { expect, test, type Page } from '@playwright/test'

import { expectAccessible } from './accessible.ts'
import { demoShop, inOwnShop, own_shop_story_ms } from './own-shop.ts'
import { confirmingToken } from './sandbox.ts'
import { addToCart, askShop, billCart, password, register } from './shop.ts'

const sum = (page: Page, label: string | RegExp) =>
  page.locator('dl > div', { has: page.locator('dt', { hasText: label }) }).locator('dd')

test('the older cart: licenses change in place, clips come back, and one page takes the order', async ({ browser }) => {
  test.setTimeout(own_shop_story_ms)
  await inOwnShop(demoShop(), {}, async (baseURL, sandbox) => {
    const open = async () => (await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 } })).newPage()
    const staff = await open()
    await askShop(staff, 'POST', '/auth/login', { login: 'vera@longtake.example', password })
    const off = { is_on: false, share: 100, emails: [], workspace_ids: [] }
    await askShop(staff, 'PUT', '/admin/flags/cart-redesign', off)

    const page = await open()
    const { id, email } = await register(page)
    await askShop(page, 'PUT', `/auth/verify-email/${await confirmingToken(email, sandbox)}`)
    await test.step('an empty cart', async () => {
      await page.goto('/cart')
      await expect(page.getByText('Your cart is empty', { exact: true })).toBeVisible()
      await expect(page.getByRole('link', { name: 'Continue Browsing' })).toBeVisible()
      await expect(page.getByText('Total: $0.00')).toBeVisible()
      await expectAccessible(page, 'older cart, empty')
    })

    await test.step('another license, and a clip that goes and comes back', async () => {
      await addToCart(page)
      await page.reload()
      const total = page.getByText(/^Total: \$/)
      const before = (await total.textContent()) ?? ''
      await expect(page.getByLabel(/^Format of/)).toHaveValue('3')
      await page.getByRole('button', { name: /^Edit license of/ }).click()
      const dialog = page.getByRole('dialog', { name: 'Select a License' })
      await dialog.getByRole('checkbox', { name: /^Broadcast TV/ }).check()
      await dialog.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByText('License Updated!')).toBeVisible()
      await expect(total).not.toHaveText(before)
      await expectAccessible(page, 'older cart')
      await page.getByRole('button', { name: /^Remove / }).click()
      await expect(page.getByText('Your cart is empty', { exact: true })).toBeVisible()
      await page.getByRole('button', { name: 'Undo' }).click()
      await expect(page.getByLabel(/^Format of/)).toHaveValue('3')
    })

    await test.step('the checkout is one page, with what can be changed about the cart', async () => {
      await billCart(page, id)
      // Where the redesigned checkout is, the older one is meant.
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

    await test.step('a promo code covers everything: the order is placed without a card', async () => {
      await page.getByRole('button', { name: 'Add Promo code' }).click()
      await page.getByLabel('Promo code', { exact: true }).fill('NOSUCHCODE')
      await page.getByRole('button', { name: 'Save Promo code' }).click()
      await expect(page.getByRole('alert').or(page.getByText(/code/i)).first()).toBeVisible()
      await page.getByLabel('Promo code', { exact: true }).fill('ONETAKE')
      await page.getByRole('button', { name: 'Save Promo code' }).click()
      await expect(sum(page, 'Coupon Discount')).toContainText('$')
      await expect(sum(page, 'Your Total Price')).toContainText('0.00')
      await expectAccessible(page, 'older checkout of nothing')
      await page.getByRole('button', { name: 'Complete Purchase' }).click()
      await expect(page).toHaveURL(/\/cart\/success\?order_id=\d+/)
      await expect(page.getByRole('heading', { name: 'Thank you for your purchase' })).toBeVisible()
    })

    await test.step('what was bought says so when it stands in the cart once more, there and at the checkout', async () => {
      await addToCart(page)
      await page.goto('/cart')
      const held = page.getByText(/^Already licensed for this use in order LT-/)
      await expect(held).toBeVisible()
      await expect(held.getByRole('link')).toHaveAttribute('href', /^\/workspace\/orders\/LT-/)
      await expectAccessible(page, 'older cart, licensed already')
      await page.goto('/cart/checkout')
      await expect(held).toBeVisible()
    })
    await staff.context().close()
    await page.context().close()
  })
})
