/** Discount codes and VAT numbers, as a buyer meets them on the way to paying. */
import { expect, test, type Page } from '@playwright/test'

import { expectAccessible } from './accessible.ts'
import { fillCard } from './card.ts'
import { confirmingToken } from './sandbox.ts'
import { addToCart, askShop, register } from './shop.ts'

const orderPage = /\/workspace\/orders\/LT-\d{4}-\d{6}/

type Country = { id: number; name: string; regions: { id: number; name: string }[] }

/** Somebody new with a clip in the cart, billed in a country. */
const buyerIn = async (page: Page, country: string, license?: Parameters<typeof addToCart>[1]) => {
  const { id, email } = await register(page)
  await addToCart(page, license)
  await bill(page, id, country)
  return { id, email }
}

const bill = async (page: Page, billing_contact_user_id: number, name: string) => {
  const countries = await askShop<Country[]>(page, 'GET', '/countries/regions')
  const country = countries.find(one => one.name === name)
  const state = country?.regions.find(region => region.name === 'Texas')
  await askShop(page, 'PUT', '/v2/cart/billing', {
    company: 'Aster & Daughters',
    billing_contact_user_id,
    address: '12 Harbor Way',
    city: 'Anytown',
    postal_code: '78701',
    country_id: country?.id,
    ...(state ? { country_region_id: state.id } : { region: 'Anywhere' }),
  })
}

/** A sum of the order summary, as it is written. */
const sum = (page: Page, label: string | RegExp) =>
  page.locator('dl > div', { has: page.locator('dt', { hasText: label }) }).locator('dd')

const cents = async (page: Page, label: string | RegExp) =>
  Math.round(Number((await sum(page, label).textContent())?.replaceAll(/[$,]/g, '')) * 100)

test('a discount code is mistyped, applied, cleared, applied again and paid with', async ({ page }) => {
  await buyerIn(page, 'United States', { distribution_ids: [3, 7], end_client_size: 3 })
  await page.goto('/cart')
  const field = page.getByPlaceholder('Discount code')
  await expect(sum(page, 'Estimated Total')).toContainText('$')
  const full = (await sum(page, 'Estimated Total').textContent()) ?? ''

  await test.step('a wrong one is told below the field until something is typed', async () => {
    await field.fill('firstcutt')
    await field.press('Enter')
    await expect(page.getByText('This discount code is not valid.')).toBeVisible()
    await expectAccessible(page, 'cart with a wrong code')
    await field.press('Backspace')
    await expect(page.getByText('This discount code is not valid.')).toBeHidden()
  })

  await test.step('a right one takes its part off', async () => {
    await page.getByRole('button', { name: 'Apply discount code' }).click()
    await expect(page.getByText('Applied!')).toBeVisible()
    await expect(field).toHaveValue('FIRSTCUT')
    await expect(sum(page, 'Discount, 15% off')).toContainText('$')
    await expect(sum(page, 'Estimated Total')).not.toHaveText(full)
    await expectAccessible(page, 'cart with a code')
  })

  await test.step('clearing puts the total back', async () => {
    await page.getByRole('button', { name: 'Clear discount code' }).click()
    await expect(sum(page, 'Estimated Total')).toHaveText(full)
    await expect(page.getByText('Applied!')).toBeHidden()
    await expect(field).toHaveValue('')
  })

  await test.step('at checkout by Enter; the card pays what is shown', async () => {
    await page.goto('/checkout')
    await field.fill('FIRSTCUT')
    await field.press('Enter')
    await expect(page.getByText('Applied!')).toBeVisible()
    const total = (await sum(page, /^Total$/).textContent()) ?? ''
    const rows = [await cents(page, 'Subtotal'), await cents(page, 'Discount'), await cents(page, 'Tax, Texas')]
    expect(rows.reduce((whole, row) => whole + row)).toBe(await cents(page, /^Total$/))
    await fillCard(page)
    await page.getByRole('button', { name: 'Complete purchase' }).click()
    await expect(page).toHaveURL(orderPage, { timeout: 30_000 })
    // A window that is still to come would not hear the key.
    await page.getByRole('dialog', { name: 'Assign to a project' }).waitFor()
    await page.keyboard.press('Escape')
    const facts = page.getByRole('complementary', { name: 'Order facts' })
    await expect(facts.getByText('Discount, code FIRSTCUT')).toBeVisible()
    await expect(facts.getByText(total, { exact: true })).toBeVisible()
  })
})

test('a business in Germany gives its VAT number, and accounts for the VAT itself', async ({ page }) => {
  const { id } = await buyerIn(page, 'Germany')
  await page.goto('/checkout')
  const field = page.getByPlaceholder('VAT number')
  await expect(sum(page, 'VAT, Germany 19%')).toContainText('$')
  await field.fill('DE136695977')
  await field.press('Enter')
  await expect(page.getByText('Not a valid VAT number')).toBeVisible()
  await field.fill('DE 136 695 976')
  await expect(page.getByText('Not a valid VAT number')).toBeHidden()
  await page.getByRole('button', { name: 'Apply VAT number' }).click()
  await expect(page.getByText('Applied!')).toBeVisible()
  await expect(field).toHaveValue('DE136695976')
  await expect(sum(page, 'VAT, reverse charge')).toHaveText('$0.00')
  await expectAccessible(page, 'checkout with a VAT number')
  await page.getByRole('button', { name: 'Clear VAT number' }).click()
  await expect(sum(page, 'VAT, Germany 19%')).toContainText('$')

  await bill(page, id, 'United States')
  await page.reload()
  await expect(sum(page, 'Tax, Texas')).toContainText('$')
  await expect(field).toBeHidden()
})

test('a code that covers everything: no card is asked for', async ({ page }) => {
  const { email } = await buyerIn(page, 'United States')
  await page.goto('/checkout')
  await page.getByPlaceholder('Discount code').fill('ONETAKE')
  await page.getByRole('button', { name: 'Apply discount code' }).click()
  await expect(page.getByText(`Confirm your email address first. We sent a link to ${email}.`)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send the link again' })).toBeVisible()
  await askShop(page, 'PUT', `/auth/verify-email/${await confirmingToken(email)}`)
  await page.reload()
  await page.getByPlaceholder('Discount code').fill('ONETAKE')
  await page.getByRole('button', { name: 'Apply discount code' }).click()
  await expect(page.getByRole('heading', { name: 'Nothing to pay' })).toBeVisible()
  await expect(sum(page, /^Total$/)).toHaveText('$0.00')
  await expectAccessible(page, 'checkout of nothing')
  const sent: string[] = []
  page.on('request', request => request.url().endsWith('/checkout/manual') && sent.push(request.url()))
  await page.getByRole('button', { name: 'Complete purchase' }).dblclick()
  await expect(page).toHaveURL(orderPage)
  expect(sent).toHaveLength(1)

  await addToCart(page)
  await page.goto('/cart')
  await page.getByPlaceholder('Discount code').fill('ONETAKE')
  await page.getByPlaceholder('Discount code').press('Enter')
  await expect(page.getByText('Your workspace has used this discount code already.')).toBeVisible()
})
