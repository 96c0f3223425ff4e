/** Two-step sign-in: an authenticator app, recovery codes, and a passkey on Chromium's virtual authenticator. */
import { readFileSync } from 'node:fs'

import { expect, test, type Page } from '@playwright/test'
import { TOTP } from 'otpauth'

import { expectAccessible } from './accessibility.ts'
import { waitForMail } from './sandbox.ts'
import { password, register } from './shop.ts'

const confirmPassword = async (page: Page, buttonName: string) => {
  await page.getByLabel('Your password').fill(password)
  await page.getByRole('button', { name: buttonName, exact: true }).click()
}

const logIn = async (page: Page, email: string) => {
  await page.context().clearCookies()
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
}

test('an authenticator app is the second step, and a recovery code replaces it @full', async ({ page }) => {
  const { email } = await register(page)
  const response = await page.goto('/account/two-step')
  expect(response?.headers()['cache-control']).toBe('private, no-store')
  await expect(page.getByText('Two-step sign-in is off')).toBeVisible()
  await expectAccessible(page, 'two-step sign-in, off')
  await page.getByRole('button', { name: 'Set up an app' }).click()
  await page.getByLabel('Your password').fill('Wrong2026')
  await page.getByRole('button', { name: 'Go on' }).click()
  await expect(page.getByText('This is not your password.')).toBeVisible()
  await confirmPassword(page, 'Go on')
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible()
  await expectAccessible(page, 'the key of an authenticator app')
  const secret = (await page.locator('code').innerText()).replaceAll(' ', '')
  const app = new TOTP({ secret })
  await page.getByLabel('Code', { exact: true }).fill('000000')
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByText('This code is not right.')).toBeVisible()
  await page.getByLabel('Code', { exact: true }).fill(app.generate())
  await page.getByRole('button', { name: 'Turn on' }).click()

  const codesDialog = page.getByRole('dialog', { name: 'Keep your recovery codes' })
  await expect(codesDialog.getByRole('listitem')).toHaveCount(10)
  await expectAccessible(page, 'recovery codes')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    codesDialog.getByRole('link', { name: 'Download codes' }).click(),
  ])
  const recoveryCodes = readFileSync(await file.path(), 'utf8').match(/[0-9A-Z]{4}(?:-[0-9A-Z]{4}){5}/g) ?? []
  expect(recoveryCodes).toEqual(await codesDialog.getByRole('listitem').allInnerTexts())
  await codesDialog.getByRole('button', { name: 'I’ve saved them' }).click()
  await expect(page.getByText('Two-step sign-in is on')).toBeVisible()
  await expect(page.getByText('10 of 10 left.')).toBeVisible()
  await expectAccessible(page, 'two-step sign-in, on')
  await waitForMail(email, 'Two-step sign-in is on')

  await logIn(page, email)
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
  await expect(page.getByText('Log in to get started.')).toBeHidden()
  await expect(page.getByText('Almost there', { exact: false })).toBeVisible()
  await expectAccessible(page, 'the second step')
  // There is no session yet.
  expect(await (await page.request.get('/api/auth')).json()).toMatchObject({ data: null })
  await page.getByLabel('Code', { exact: true }).fill('000 000')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('This code is not right.')).toBeVisible()
  // The current code was used at setup. A code of the next period is accepted.
  await page.getByLabel('Code', { exact: true }).fill(app.generate({ timestamp: Date.now() + 30_000 }))
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/\/$/)

  await logIn(page, email)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill((recoveryCodes[0] ?? '').toLowerCase().replaceAll('-', ' '))
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/\/$/)
  await waitForMail(email, 'A recovery code was used')

  await page.goto('/account/two-step')
  await expect(page.getByText('9 of 10 left.')).toBeVisible()
  await page.getByRole('button', { name: 'Remove app' }).click()
  await confirmPassword(page, 'Remove app')
  await expect(page.getByText('Two-step sign-in is off')).toBeVisible()
  await logIn(page, email)
  await expect(page).toHaveURL(/\/$/)
})

/** Adds a virtual authenticator that always verifies the user. */
const addVirtualAuthenticator = async (page: Page) => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

test('a passkey signs in without a password, and is the second step after one', async ({ page }) => {
  const { email } = await register(page)
  await addVirtualAuthenticator(page)
  await page.goto('/account/two-step')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByLabel('Name').fill('My laptop')
  await expectAccessible(page, 'a new passkey')
  await confirmPassword(page, 'Add passkey')
  await page.getByRole('button', { name: 'I’ve saved them' }).click()
  await expect(page.getByText('My laptop')).toBeVisible()
  await expect(page.getByText('never used')).toBeVisible()
  await waitForMail(email, 'Two-step sign-in is on')

  await page.context().clearCookies()
  await page.goto('/login?next=/account/two-step')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page).toHaveURL(/\/account\/two-step$/)
  await expect(page.getByText('last used')).toBeVisible()

  await logIn(page, email)
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
  await page.getByRole('button', { name: 'Back to login' }).click()
  await expect(page.getByLabel('Email')).toBeVisible()
  await logIn(page, email)
  await page.getByRole('button', { name: 'Use your passkey' }).click()
  await expect(page).toHaveURL(/\/$/)

  await page.goto('/account/two-step')
  await page.getByRole('button', { name: 'Remove My laptop' }).click()
  await confirmPassword(page, 'Remove passkey')
  await expect(page.getByText('Two-step sign-in is off')).toBeVisible()
  await waitForMail(email, 'Two-step sign-in is off')
  await page.context().clearCookies()
  await page.goto('/login')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByText('This passkey is not known here.')).toBeVisible()
})
