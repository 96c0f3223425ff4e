/** A cart that the sales team prepared, paid by whoever has its link: one page from the clips to the order. */
import { expect, test, type Browser, type Page } from '@playwright/test'

import { expectAccessible } from './accessible.ts'
import { fillCard } from './card.ts'
import { askShop, clipsOf, password, proofOf, register } from './shop.ts'

const day_ms = 86_400_000

type Offer = { number: string; link: string; cart_hash: string }

/** What our people do for somebody who called them. Answers the address of the link. */
const aCustomCart = async (browser: Browser, org_type: 'commercial' | 'nonprofit' = 'commercial') => {
  const context = await browser.newContext()
  const page = await context.newPage()
  await askShop(page, 'POST', '/auth/login', { login: 'otto@longtake.example', password })
  const clips = (await clipsOf(page)).slice(0, 2)
  const offer = await askShop<Offer>(page, 'POST', '/admin/custom-carts', {
    lines: clips.map(({ id }) => ({
      clip_id: id,
      format_id: 3,
      org_type,
      end_client_size: 2,
      distribution_ids: [3],
      agreed_cents: 40_000,
    })),
    expires_at: new Date(Date.now() + 7 * day_ms).toISOString(),
    note: 'As agreed on the phone',
  })
  const revoke = () => askShop(page, 'POST', `/admin/quotes/${offer.number}/revoke`, { reason: 'The story is over' })
  return { path: `/cart?cart_hash=${offer.cart_hash}`, revoke, close: () => context.close() }
}

/** On phones the checkout covers the cart when it is asked for; beside it, it is there. */
const proceed = async (page: Page) => {
  if ((page.viewportSize()?.width ?? 0) > 834) return
  await page.getByRole('link', { name: 'Proceed to Checkout' }).click()
  await expect(page.getByRole('link', { name: 'Back to Cart' })).toBeVisible()
}

const sum = (page: Page, label: string) =>
  page.locator('dl > div', { has: page.locator('dt', { hasText: label }) }).locator('dd')

/** A price tag says its amount twice: for the eye, and plainly. */
const cents = async (page: Page, label: string) => {
  const [amount = ''] = (await sum(page, label).textContent())?.match(/[\d,]+\.\d{2}/) ?? []
  return Math.round(Number(amount.replaceAll(',', '')) * 100)
}

const fillBilling = async (page: Page) => {
  await page.getByLabel('First Name').fill('Nora')
  await page.getByLabel('Last Name').fill('Brandt')
  await page.getByLabel('Country').fill('United Sta')
  await page.getByRole('option', { name: 'United States', exact: true }).click()
  await expect(page.getByLabel('Region or State')).toHaveValue(/\d/)
  await page.getByLabel('Region or State').selectOption('California')
  await page.getByLabel('Billing Address').fill('12 Harbor Way')
  await page.getByLabel('Zip Code').fill('94607')
  await page.getByLabel('City').fill('Oakland')
}

test('a stranger opens the link, registers on the way and pays by card', async ({ page, browser }) => {
  const offer = await aCustomCart(browser)
  await page.goto(offer.path)
  await expect(page).toHaveTitle(/^Your Cart \| /)
  await expect(page.getByText('Prepared for you by our sales team')).toBeVisible()
  await expect(page.getByText('As agreed on the phone')).toBeVisible()
  await expect(page.getByRole('button', { name: /Clear Cart|Edit License/ })).toHaveCount(0)
  await expectAccessible(page, 'custom cart of a stranger')

  await test.step('registering keeps the cart on the screen', async () => {
    await proceed(page)
    await page.getByLabel('Email').fill(`story-${crypto.randomUUID()}@example.com`)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Create Free Account' }).click()
    await expect(page.getByRole('button', { name: 'Continue to Payment' })).toBeVisible()
    await expectAccessible(page, 'billing info of a custom cart')
  })

  await test.step('what is missing is said beside its field', async () => {
    await page.getByRole('button', { name: 'Continue to Payment' }).click()
    await expect(page.getByText('First name is required')).toBeVisible()
    await expect(page.getByText('Country is required')).toBeVisible()
    await fillBilling(page)
    await page.getByRole('button', { name: 'Continue to Payment' }).click()
    await expect(page.getByText('12 Harbor Way')).toBeVisible()
  })

  await test.step('a card costs its fee, PayPal does not', async () => {
    await expect(page.getByRole('radio', { name: /Use a new card/ })).toBeChecked()
    await expect(sum(page, 'Processing Fee')).toHaveText('$24.00')
    await page.getByRole('radio', { name: 'PayPal' }).check()
    await expect(sum(page, 'Processing Fee')).toBeHidden()
    await page.getByRole('radio', { name: /Use a new card/ }).check()
    await expect(sum(page, 'Processing Fee')).toHaveText('$24.00')
    const rows = [await cents(page, 'Subtotal'), await cents(page, 'Processing Fee'), await cents(page, 'Tax')]
    expect(rows.reduce((whole, row) => whole + row)).toBe(await cents(page, 'Your Total Price'))
  })

  await test.step('a purchase order number is added and taken off', async () => {
    await page.getByRole('button', { name: 'Add Purchase order number' }).click()
    await page.getByLabel('Purchase order number', { exact: true }).fill('PO-7731')
    await page.getByRole('button', { name: 'Save Purchase order number' }).click()
    await expect(page.getByText('PO-7731')).toBeVisible()
  })

  await test.step('the card pays it once', async () => {
    await fillCard(page)
    await expectAccessible(page, 'payment of a custom cart')
    await page.getByRole('button', { name: 'Complete Purchase' }).click()
    await expect(page).toHaveURL(/\/cart\/success\?order_id=\d+/, { timeout: 60_000 })
    await expect(page.getByRole('heading', { name: 'Thank you for your purchase' })).toBeVisible()
    await expectAccessible(page, 'the thanks')
    await page.getByRole('link', { name: 'Download your clips' }).click()
    await expect(page).toHaveURL(/\/workspace\/orders\/LT-\d{4}-\d{6}/)
    await expect(page.getByRole('dialog', { name: 'Assign to a project' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('complementary', { name: 'Order facts' }).getByText('PO-7731')).toBeVisible()
  })

  await test.step('its link has ended, and what was bought is nobody else’s', async () => {
    await page.goto(offer.path)
    await expect(page).toHaveURL('/cart?link=ended')
    await expect(page.getByText('That link has ended')).toBeVisible()
  })
  await offer.close()
})

test('a signed-in buyer pays by the card that their workspace keeps', async ({ page, browser }) => {
  await register(page)
  await askShop(page, 'POST', '/workspaces/payment-methods', {
    nonce: 'fake-valid-nonce',
    type: 'card',
    'g-recaptcha-response': await proofOf(page, 'add_payment_method'),
  })
  const offer = await aCustomCart(browser)
  await page.goto(offer.path)
  await proceed(page)
  await fillBilling(page)
  await page.getByRole('button', { name: 'Continue to Payment' }).click()
  await expect(page.getByRole('radio', { name: /^Visa ending in 1111/ })).toBeChecked()
  await expect(sum(page, 'Processing Fee')).toHaveText('$24.00')

  await test.step('who is billed can still be changed', async () => {
    await page.getByRole('button', { name: 'Edit billing info' }).click()
    await page.getByLabel('City').fill('Berkeley')
    await page.getByRole('button', { name: 'Continue to Payment' }).click()
    await expect(page.getByText('Berkeley, California, 94607')).toBeVisible()
  })

  await page.getByRole('button', { name: 'Complete Purchase' }).click()
  await expect(page).toHaveURL(/\/cart\/success\?order_id=\d+/, { timeout: 60_000 })
  await expect(page.getByText('You licensed 2 clips.')).toBeVisible()
  await offer.close()
})

test('a link that was withdrawn or mistyped leads to one’s own cart', async ({ page, browser }) => {
  const offer = await aCustomCart(browser)
  await offer.revoke()
  await page.goto(offer.path)
  await expect(page).toHaveURL('/cart?link=ended')
  await page.goto(`${offer.path.slice(0, -4)}AAAA`)
  await expect(page).toHaveURL('/cart?link=unknown')
  await expect(page.getByText('We know no cart by that link')).toBeVisible()
  await expect(page.getByText('Your cart is empty.')).toBeVisible()
  await offer.close()
})

/** Somebody new at the payment of a custom cart, billed in California. */
const atPayment = async (page: Page, path: string) => {
  await register(page)
  await page.goto(path)
  await proceed(page)
  await fillBilling(page)
  await page.getByRole('button', { name: 'Continue to Payment' }).click()
  await expect(page.getByRole('radio', { name: /Use a new card/ })).toBeChecked()
}
const thanks = /\/cart\/success\?order_id=\d+/

test('a bank account pays without a fee, and the order is on its way', async ({ page, browser, isMobile }) => {
  test.skip(isMobile, 'the same form as on a desktop')
  const offer = await aCustomCart(browser)
  await atPayment(page, offer.path)
  await page.getByRole('radio', { name: 'Pay with Bank Account (ACH)' }).check()
  await expect(sum(page, 'Processing Fee')).toBeHidden()
  await page.getByRole('button', { name: 'Complete Purchase' }).click()
  await expect(page.getByText('Financial institution name is required')).toBeVisible()
  await page.getByLabel('Financial Institution Name').fill('Harbor Bank')
  await page.getByLabel('Routing Number').fill('021000021')
  await page.getByLabel('Account Number').fill('1000000010')
  await page.getByRole('button', { name: 'Complete Purchase' }).click()
  const dialog = page.getByRole('dialog', { name: 'This bank account could not be confirmed' })
  await dialog.getByRole('button', { name: 'Check the numbers' }).click()
  await expect(page.getByLabel('Routing Number')).toBeFocused()
  await page.getByLabel('Account Number').fill('1000000000')
  await page.getByRole('button', { name: 'See terms' }).click()
  await expect(page.getByText(/I authorize .* Harbor Bank, routing number 021000021/)).toBeVisible()
  await expectAccessible(page, 'a custom cart and a bank account')
  await page.getByRole('button', { name: 'Complete Purchase' }).click()
  await expect(page).toHaveURL(thanks, { timeout: 60_000 })
  await offer.close()
})

test('PayPal pays for a non-profit, once its EIN number is there', async ({ page, browser, isMobile }) => {
  test.skip(isMobile, 'the same code as on a desktop')
  const offer = await aCustomCart(browser, 'nonprofit')
  await atPayment(page, offer.path)
  await page.getByRole('radio', { name: 'PayPal' }).check()
  await expect(sum(page, 'Processing Fee')).toBeHidden()
  const complete = page.getByRole('button', { name: 'Complete Purchase' })
  await expect(complete).toBeEnabled()
  await complete.click()
  await expect(page.getByText('Add your EIN number to purchase a non-profit license').first()).toBeVisible()
  await page.getByLabel('EIN number', { exact: true }).fill('12-3456789')
  await page.getByRole('button', { name: 'Save EIN number' }).click()
  // Its field is gone once it is saved, with the word that it is missing.
  await expect(page.getByLabel('EIN number', { exact: true })).toBeHidden()
  await expect(page.getByText('Add your EIN number to purchase a non-profit license')).toBeHidden()

  await expect(complete).toBeEnabled()
  const opened = page.waitForEvent('popup')
  await complete.click()
  const agree = (await opened).getByRole('button', { name: /agree|approve|continue/i })
  await agree.first().click()
  await expect(page).toHaveURL(thanks, { timeout: 60_000 })
  await offer.close()
})
