/** Discount codes and VAT numbers in the cart and at checkout. */
import { expect, test, type Page } from '@playwright/test'

import { expectAccessible } from './accessibility.ts'
import { fillCard } from './card.ts'
import { addToCart, callApi, register } from './shop.ts'

const ORDER_URL_PATTERN = /\/workspace\/orders\/LT-\d{4}-\d{6}/

type Country = { id: number; name: string; regions: { id: number; name: string }[] }

/** Registers a buyer with a clip in the cart, billed in a country. */
const createBuyerIn = async (page: Page, country: string, license?: Parameters<typeof addToCart>[1]) => {
  const { id, email } = await register(page)
  await addToCart(page, license)
  await saveBillingIn(page, id, country)
  return { id, email }
}

const saveBillingIn = async (page: Page, billing_contact_user_id: number, name: string) => {
  const countries = await callApi<Country[]>(page, 'GET', '/countries/regions')
  const country = countries.find(candidate => candidate.name === name)
  const state = country?.regions.find(region => region.name === 'Texas')
  await callApi(page, 'PUT', '/v2/cart/billing', {
    company: 'Aster & Daughters',
    billing_contact_user_id,
    address: '12 Harbor Way',
    city: 'Anytown',
    postal_code: '78701',
    country_id: country?.id,
    ...(state ? { country_region_id: state.id } : { region: 'Anywhere' }),
  })
}

/** The formatted amount with this label in the order summary. */
const amountCell = (page: Page, label: string | RegExp) =>
  page.locator('dl > div', { has: page.locator('dt', { hasText: label }) }).locator('dd')

const readCents = async (page: Page, label: string | RegExp) =>
  Math.round(Number((await amountCell(page, label).textContent())?.replaceAll(/[$,]/g, '')) * 100)

test('a discount code can be mistyped, applied, cleared, applied again and used to pay @full @phone', async ({
  page,
}) => {
  await createBuyerIn(page, 'United States', { distribution_ids: [3, 7], end_client_size: 3 })
  await page.goto('/cart')
  const field = page.getByPlaceholder('Discount code')
  await expect(amountCell(page, 'Estimated Total')).toContainText('$')
  const full = (await amountCell(page, 'Estimated Total').textContent()) ?? ''

  await test.step('an invalid code shows an error until the field changes', async () => {
    await field.fill('firstcutt')
    await field.press('Enter')
    await expect(page.getByText('This discount code is not valid.')).toBeVisible()
    await expectAccessible(page, 'cart with a wrong code')
    await field.press('Backspace')
    await expect(page.getByText('This discount code is not valid.')).toBeHidden()
  })

  await test.step('a valid code reduces the total', async () => {
    await page.getByRole('button', { name: 'Apply discount code' }).click()
    await expect(page.getByText('Applied!')).toBeVisible()
    await expect(field).toHaveValue('FIRSTCUT')
    await expect(amountCell(page, 'Discount, 15% off')).toContainText('$')
    await expect(amountCell(page, 'Estimated Total')).not.toHaveText(full)
    await expectAccessible(page, 'cart with a code')
  })

  await test.step('clearing the code restores the total', async () => {
    await page.getByRole('button', { name: 'Clear discount code' }).click()
    await expect(amountCell(page, 'Estimated Total')).toHaveText(full)
    await expect(page.getByText('Applied!')).toBeHidden()
    await expect(field).toHaveValue('')
  })

  await test.step('at checkout the code applies with Enter, and the card is charged the total shown', async () => {
    await page.goto('/checkout')
    await field.fill('FIRSTCUT')
    await field.press('Enter')
    await expect(page.getByText('Applied!')).toBeVisible()
    const total = (await amountCell(page, /^Total$/).textContent()) ?? ''
    const rows = [
      await readCents(page, 'Subtotal'),
      await readCents(page, 'Discount'),
      await readCents(page, 'Tax, Texas'),
    ]
    expect(rows.reduce((total, cents) => total + cents)).toBe(await readCents(page, /^Total$/))
    await fillCard(page)
    await page.getByRole('button', { name: /^Pay \$/ }).click()
    await expect(page).toHaveURL(ORDER_URL_PATTERN)
    const orderFacts = page.getByRole('complementary', { name: 'Order facts' })
    await expect(orderFacts.getByText('Discount, code FIRSTCUT')).toBeVisible()
    await expect(orderFacts.getByText(total, { exact: true })).toBeVisible()
  })
})

test('a German business enters its VAT number and gets the reverse charge @full', async ({ page }) => {
  const { id } = await createBuyerIn(page, 'Germany')
  await page.goto('/checkout')
  const field = page.getByPlaceholder('VAT number')
  await expect(amountCell(page, 'VAT, Germany 19%')).toContainText('$')
  await field.fill('DE136695977')
  await field.press('Enter')
  await expect(page.getByText('Not a valid VAT number')).toBeVisible()
  await field.fill('DE 136 695 976')
  await expect(page.getByText('Not a valid VAT number')).toBeHidden()
  await page.getByRole('button', { name: 'Apply VAT number' }).click()
  await expect(page.getByText('Applied!')).toBeVisible()
  await expect(field).toHaveValue('DE136695976')
  await expect(amountCell(page, 'VAT, reverse charge')).toHaveText('$0.00')
  await expectAccessible(page, 'checkout with a VAT number')
  await page.getByRole('button', { name: 'Clear VAT number' }).click()
  await expect(amountCell(page, 'VAT, Germany 19%')).toContainText('$')

  await saveBillingIn(page, id, 'United States')
  await page.reload()
  await expect(amountCell(page, 'Tax, Texas')).toContainText('$')
  await expect(field).toBeHidden()
})

test('a code that covers the total needs no card @full', async ({ page }) => {
  await createBuyerIn(page, 'United States')
  await page.goto('/checkout')
  await page.getByPlaceholder('Discount code').fill('ONETAKE')
  await page.getByRole('button', { name: 'Apply discount code' }).click()
  await expect(page.getByRole('heading', { name: 'Nothing to pay' })).toBeVisible()
  await expect(amountCell(page, /^Total$/)).toHaveText('$0.00')
  await expectAccessible(page, 'checkout of nothing')
  const checkoutRequests: string[] = []
  page.on('request', request => request.url().endsWith('/checkout/manual') && checkoutRequests.push(request.url()))
  await page.getByRole('button', { name: 'Complete purchase' }).dblclick()
  await expect(page).toHaveURL(ORDER_URL_PATTERN)
  expect(checkoutRequests).toHaveLength(1)

  await addToCart(page)
  await page.goto('/cart')
  await page.getByPlaceholder('Discount code').fill('ONETAKE')
  await page.getByPlaceholder('Discount code').press('Enter')
  await expect(page.getByText('Your workspace has used this discount code already.')).toBeVisible()
})
