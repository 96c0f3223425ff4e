/** From an empty database to an open shop, in the browser of its owner. */
import { expect, test, type Page } from '@playwright/test'
import { TOTP } from 'otpauth'

import { expectAccessible } from './accessibility.ts'
import { demoShop, OWN_SHOP_TIMEOUT_MS, withOwnShop } from './own-shop.ts'
import { waitForMail } from './sandbox.ts'
import { password } from './shop.ts'

const email = 'ada@aster.example'

/** Sets up an authenticator app with the buttons of the owner's step. */
const addSecondStep = async (page: Page) => {
  await page.getByRole('button', { name: 'Set up an app' }).click()
  await page.getByLabel('Your password').fill(password)
  await page.getByRole('button', { name: 'Go on' }).click()
  const secret = (await page.locator('code').innerText()).replaceAll(' ', '')
  await page.getByLabel('Code', { exact: true }).fill(new TOTP({ secret }).generate())
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByRole('button', { name: 'I’ve saved them' }).click()
}

test('the owner opens a shop that was an empty database @full', async ({ page, browser }) => {
  test.setTimeout(OWN_SHOP_TIMEOUT_MS)
  await withOwnShop(demoShop(), { DEMO: '0' }, async (address, sandbox, { setupCode }) => {
    const visitor = await (await browser.newContext()).newPage()
    const response = await visitor.goto(`${address}/clips?q=sea`)
    expect(response?.status()).toBe(200)
    await expect(visitor).toHaveURL(`${address}/opening-soon`)
    await expect(visitor.getByRole('heading', { name: 'Opening soon.' })).toBeVisible()
    await expect(visitor.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
    await expectAccessible(visitor, 'opening soon')

    await page.goto(`${address}/setup?code=${await setupCode}`)
    await page.getByLabel('First name').fill('Ada')
    await page.getByLabel('Last name').fill('Byron')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill('password')
    await page.getByRole('button', { name: 'Create the account' }).click()
    await expect(page.getByText('The password must contain at least one uppercase letter.')).toBeVisible()
    await expectAccessible(page, 'the account of the owner')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Create the account' }).click()

    await expect(page.getByRole('heading', { name: 'Protect your login' })).toBeVisible()
    await expectAccessible(page, 'the second step of the owner')
    await addSecondStep(page)
    await expect(page.getByText('Two-step sign-in is on')).toBeVisible()

    await page.getByRole('link', { name: 'Next: Company' }).click()
    await expect(page.getByRole('heading', { name: 'Company', exact: true })).toBeVisible()
    await page.goto(`${address}/setup/prices`)
    await page.getByRole('radio', { name: /^Volume/ }).check()
    await expectAccessible(page, 'the first prices')
    await page.getByRole('button', { name: 'Use these prices' }).click()

    await expect(page.getByRole('heading', { name: 'Try the services' })).toBeVisible()
    for (const name of ['Payments', 'Storage']) await page.getByRole('button', { name: `Check ${name}` }).click()
    await expect(page.getByText('One dollar was authorized and voided')).toBeVisible()
    await expect(page.getByText('A file was written, read and deleted.')).toBeVisible()
    await page.getByRole('button', { name: 'Check Mail' }).click()
    await expect(page.getByText('Waiting for its link')).toBeVisible()
    const mail = await waitForMail(email, 'Mail works', sandbox)
    await visitor.goto(/\S+\/setup\/mail\/[\w-]+/.exec(mail.text)?.[0] ?? '')
    await expect(visitor.getByRole('heading', { name: 'Mail works.' })).toBeVisible()
    await page.reload()
    await expect(page.getByText('The mail arrived in the sandbox’s mailbox.')).toBeVisible()
    await expectAccessible(page, 'the checks of services')

    await expect(page.getByRole('link', { name: 'Next: Texts' })).toBeVisible()
    await page.goto(`${address}/setup/footage`)
    await expect(page.getByRole('heading', { name: 'Add your first footage' })).toBeVisible()
    await page.goto(`${address}/admin`)
    await expect(page.getByRole('heading', { name: 'Open your shop' })).toBeVisible()
    await expectAccessible(page, 'the checklist')
    await page.getByRole('button', { name: 'Open the shop' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Open the shop' }).click()
    await expect(page.getByRole('heading', { name: 'Complete your shop' })).toBeVisible()

    await visitor.goto(`${address}/opening-soon`)
    await expect(visitor).toHaveURL(`${address}/`)
    await expect(visitor.getByRole('heading', { name: 'Footage is on its way' })).toBeVisible()
    await page.goto(`${address}/clips`)
    await expect(page.getByRole('link', { name: 'Add footage' })).toBeVisible()
    await expectAccessible(page, 'a shop without footage')
  })
})
