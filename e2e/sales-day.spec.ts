/** A sales day: a quote is created in the admin panel and paid, a coupon is used, and new prices are previewed. */
import { randomUUID } from 'node:crypto'

import { expect, test, type Browser, type Page } from '@playwright/test'

import { expectAccessible } from './accessibility.ts'
import { goToAdminPage } from './admin-nav.ts'
import { fillCard } from './card.ts'
import { addToCart, waitForHydration, callApi, listClips, password, register, saveBilling } from './shop.ts'

test.skip(({ isMobile }) => isMobile, 'the same code as on a desktop')

const openAdmin = async (browser: Browser): Promise<Page> => {
  const context = await browser.newContext()
  const adminPage = await context.newPage()
  await callApi(adminPage, 'POST', '/auth/login', { login: 'vera@longtake.example', password })
  return adminPage
}

test('a quote for a workspace, a coupon, and the prices of next month @full', async ({ page, browser }) => {
  const { id, email } = await register(page)
  await saveBilling(page, id)
  const adminPage = await openAdmin(browser)
  const [first, second] = await listClips(adminPage)
  if (!first || !second) throw new Error('The demo has clips.')
  let number = ''

  await test.step('staff create a quote from pasted URLs', async () => {
    await adminPage.goto('/admin/quotes/new')
    await waitForHydration(adminPage)
    await adminPage.getByRole('button', { name: 'Send quote' }).click()
    await expect(adminPage.getByText('Choose a workspace.')).toBeVisible()
    await expect(adminPage.getByText('Add at least one clip.')).toBeVisible()
    await adminPage.getByLabel('Workspace', { exact: true }).fill(email)
    await adminPage.getByRole('list', { name: 'Workspaces found' }).getByRole('button').first().click()
    const clips = adminPage.getByLabel('Add clips')
    await clips.fill(`https://longtake.example/clips/${first.slug}/${first.id}\n#${second.id}`)
    await clips.press('Enter')
    await expect(adminPage.getByLabel(`Agreed price of ${second.name}`)).toBeVisible()
    await adminPage.getByLabel('Price for all clips').fill('150')
    await adminPage.getByRole('button', { name: 'Apply' }).click()
    await adminPage.getByLabel(`Agreed price of ${second.name}`).fill('free')
    await adminPage.getByRole('button', { name: 'Send quote' }).click()
    await expect(adminPage.getByText(`The price of “${second.name}” isn’t an amount`)).toBeVisible()
    await adminPage.getByLabel(`Agreed price of ${second.name}`).fill('120.50')
    await expect(adminPage.getByText('$270.50')).toBeVisible()
    await adminPage.getByLabel('Note to the buyer').fill('For the harbor trailer')
    await expectAccessible(adminPage, 'the quote form')
  })

  await test.step('the quote is saved as a draft that the buyer cannot see, then sent', async () => {
    await adminPage.getByRole('button', { name: 'Save draft' }).click()
    await expect(adminPage).toHaveURL(/\/admin\/quotes\/drafts\/\d+$/)
    expect(await callApi(page, 'GET', '/workspace/quotes')).toEqual([])
    await adminPage.goto('/admin/quotes')
    await adminPage.getByRole('link', { name: /^\d+ drafts?$/ }).click()
    // The most recently saved draft is first.
    await expect(adminPage.getByRole('cell', { name: 'For the harbor trailer' }).first()).toBeVisible()
    await adminPage.getByRole('table').getByRole('link').first().click()
    await expect(adminPage.getByRole('heading', { level: 1, name: 'Offer draft' })).toBeVisible()
    await waitForHydration(adminPage)
    await expect(adminPage.getByLabel(`Agreed price of ${second.name}`)).toHaveValue('120.50')
    await expect(adminPage.getByText('Since it was saved')).toHaveCount(0)
    await adminPage.getByLabel('PO number').fill('PO-77')
    await adminPage.getByRole('button', { name: 'Save draft' }).click()
    await expect(adminPage.getByText('Draft saved.')).toBeVisible()
    await expectAccessible(adminPage, 'a draft of a quote')
    await adminPage.keyboard.press('Control+Enter')
    await expect(adminPage).toHaveURL(/\/admin\/quotes\/Q-\d{4}-\d{6}$/)
    number = /Q-\d{4}-\d{6}/.exec(adminPage.url())?.[0] ?? ''
    await expect(adminPage.getByText('No views yet.')).toBeVisible()
    await expectAccessible(adminPage, 'a quote in the admin panel')
  })

  await test.step('a revision starts with the current version', async () => {
    await adminPage.getByRole('link', { name: 'Revise' }).click()
    await expect(adminPage.getByLabel(`Agreed price of ${second.name}`)).toHaveValue('120.50')
    await adminPage.getByLabel(`Agreed price of ${second.name}`).fill('100')
    await adminPage.getByRole('button', { name: 'Send new version' }).click()
    await expect(adminPage.getByRole('heading', { name: 'Version 2, current' })).toBeVisible()
  })

  await test.step('the buyer sees and pays the quote, and staff see it as accepted', async () => {
    await page.goto(`/workspace/quotes/${number}`)
    await expect(page.getByRole('blockquote')).toHaveText('For the harbor trailer')
    await adminPage.reload()
    await expect(adminPage.getByText(`${email} viewed it once`)).toBeVisible()
    await page.getByRole('link', { name: 'Accept and pay' }).click()
    await fillCard(page)
    await page.getByRole('button', { name: /^Pay \$/ }).click()
    await expect(page).toHaveURL(/\/workspace\/orders\/LT-\d{4}-\d{6}/)
    await adminPage.reload()
    await expect(adminPage.getByRole('article').getByText('Accepted')).toBeVisible()
    await expect(adminPage.getByRole('link', { name: 'Revise' })).toHaveCount(0)
  })

  await test.step('a coupon created in the admin panel works in the cart', async () => {
    const code = `DAY-${randomUUID().slice(0, 8)}`.toUpperCase()
    await goToAdminPage(adminPage, 'Coupons')
    await expect(adminPage).toHaveURL(/\/admin\/coupons$/)
    await adminPage.getByRole('link', { name: 'New', exact: true }).click()
    await expect(adminPage.getByText('Random code', { exact: true })).toBeVisible()
    await adminPage.getByLabel('Choose a code instead of a random one').check()
    await expect(adminPage.getByText('Chosen codes can be guessed')).toBeVisible()
    await adminPage.getByLabel('Code', { exact: true }).fill(code.toLowerCase())
    await adminPage.getByRole('textbox', { name: 'Percent' }).fill('120')
    await adminPage.getByLabel('Reason').fill('A story')
    await adminPage.getByRole('button', { name: 'Create coupon' }).click()
    await expect(adminPage.getByText('No more than 100 percent can be taken off.')).toBeVisible()
    await adminPage.getByRole('textbox', { name: 'Percent' }).fill('25')
    await expectAccessible(adminPage, 'a new coupon')
    await adminPage.getByRole('button', { name: 'Create coupon' }).click()
    await expect(adminPage.getByRole('heading', { name: code })).toBeVisible()
    await addToCart(page)
    const { discount } = await callApi<{ discount: { text: string; note: string | null } }>(
      page,
      'PUT',
      '/v2/cart/coupon',
      {
        code,
      },
    )
    expect(discount).toMatchObject({ text: '25% off', note: null })
    await adminPage.getByRole('button', { name: 'End' }).click()
    await adminPage.getByRole('dialog').getByLabel('Reason').fill('The story is over')
    await adminPage.getByRole('button', { name: 'End coupon' }).click()
    await expect(adminPage.getByText('The story is over')).toBeVisible()
    const cart = await callApi<{ discount: { note: string | null } }>(page, 'GET', '/v2/cart')
    expect(cart.discount.note).toBe('This discount code has ended.')
  })

  await test.step('new prices cannot start in the past, and their effect is previewed', async () => {
    await goToAdminPage(adminPage, 'Prices')
    await adminPage.getByRole('link', { name: 'New version' }).click()
    const priceField = adminPage.getByLabel('Web & Social, 2–50 people, in dollars')
    await priceField.fill('249')
    await priceField.press('Enter')
    await expect(adminPage.getByLabel('Paid Digital Advertising, 2–50 people, in dollars')).toBeFocused()
    const startField = adminPage.getByLabel('Takes effect, in UTC')
    await startField.fill('2026-01-02T00:00')
    await adminPage.getByRole('button', { name: 'Preview' }).click()
    await expect(adminPage.getByText('Prices take effect in the future')).toBeVisible()
    await startField.fill('2099-01-01T00:00')
    await expect(adminPage.getByRole('button', { name: 'Create version' })).toHaveCount(0)
    await adminPage.getByRole('button', { name: 'Preview' }).click()
    const changes = adminPage.getByRole('region', { name: 'What changes' })
    await expect(changes.getByRole('row', { name: 'Web & Social, 2–50 people $199 $249 +25%' })).toBeVisible()
    await expect(adminPage.getByRole('region', { name: 'Open carts' })).toContainText('open carts would change')
    await expect(adminPage.getByRole('button', { name: 'Create version' })).toBeVisible()
    await expectAccessible(adminPage, 'a new price version')
  })
  await adminPage.context().close()
})
