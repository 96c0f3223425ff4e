/** Privacy: exporting one's data, and deleting the account with a two-week grace period. */
import { expect, test, type Page } from '@playwright/test'

import { expectAccessible } from './accessibility.ts'
import { waitForMail } from './sandbox.ts'
import { callApi, password, register } from './shop.ts'

test('a user requests their data and downloads it after a mail @full', async ({ page }) => {
  const { email } = await register(page)
  await callApi(page, 'POST', '/wishlists', { name: 'Harbor at night' })
  await page.goto('/account/privacy')
  await expectAccessible(page, 'privacy')
  await page.getByRole('button', { name: 'Request your data' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await dialog.getByLabel('Your password').fill(password)
  await dialog.getByRole('button', { name: 'Request your data' }).click()
  const { links } = await waitForMail(email, 'data is ready')
  const { pathname } = new URL(links.find(link => link.includes('/account/privacy')) ?? '')

  await page.context().clearCookies()
  await page.goto(pathname)
  await expect(page).toHaveURL(/\/login\?next=/)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page).toHaveURL(/\/account\/privacy$/)
  await page.getByRole('button', { name: 'Download your data' }).click()
  await dialog.getByLabel('Your password').fill(password)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download', exact: true }).click(),
  ])
  expect(file.suggestedFilename()).toBe('longtake-my-data.json')
  const chunks: Buffer[] = []
  for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer)
  const exportedData = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>
  expect(exportedData).toMatchObject({ account: { profile: { email } }, boards: [{ name: 'Harbor at night' }] })
})

const requestDeletion = async (page: Page) => {
  await page.goto('/account/privacy')
  await page.getByRole('button', { name: 'Delete account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await dialog.getByLabel('Your password').fill(password)
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await expect(page.getByText(/^On .+ it will be deleted$/)).toBeVisible()
}

test('a pending deletion is shown on every page and can be canceled with a button @full', async ({ page }) => {
  const { email } = await register(page)
  await page.goto('/account/privacy')
  await page.getByRole('button', { name: 'Delete account' }).click()
  await page.getByLabel('Your password').fill('Wrong2026')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete account' }).click()
  await expect(page.getByText('This is not your password.')).toBeVisible()
  await expectAccessible(page, 'deleting an account')
  await requestDeletion(page)
  await expectAccessible(page, 'an account that is to be deleted')
  const { links } = await waitForMail(email, 'will be deleted')

  await page.goto('/faq')
  await expect(page.getByText(/^Your account will be deleted on/)).toBeVisible()
  await expectAccessible(page, 'the banner of an account that is to be deleted')
  await page.getByRole('button', { name: 'Keep my account' }).click()
  await expect(page.getByText('Your account stays.')).toBeVisible()
  await expect(page.getByText(/^Your account will be deleted on/)).toHaveCount(0)
  await waitForMail(email, 'account stays')

  // The deletion was canceled, so the link is no longer valid.
  const { pathname: expiredPath } = new URL(links.find(link => link.includes('/account/privacy/')) ?? '')
  await page.goto(expiredPath)
  await expect(page.getByText('This link is not complete.')).toBeVisible()
})

test('the link in the mail cancels the deletion without a login @full', async ({ page }) => {
  const { email } = await register(page)
  await requestDeletion(page)
  const { links } = await waitForMail(email, 'will be deleted')
  const { pathname } = new URL(links.find(link => link.includes('/account/privacy/')) ?? '')
  await page.context().clearCookies()
  await page.goto(pathname)
  await expect(page.getByRole('heading', { name: 'Keep your account?' })).toBeVisible()
  await expectAccessible(page, 'keeping an account')
  await page.getByRole('button', { name: 'Keep my account' }).click()
  await expect(page.getByText('Your account stays.')).toBeVisible()
  await waitForMail(email, 'account stays')
  await page.goto(pathname)
  await expect(page.getByText('If you took it back already, your account stays')).toBeVisible()
})
