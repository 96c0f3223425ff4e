/** A second step beside the password: an authenticator app, recovery codes, and a passkey on a device of Chromium's own. */
import { readFileSync } from 'node:fs'

import { expect, test, type Page } from '@playwright/test'
import { TOTP } from 'otpauth'

import { expectAccessible } from './accessible.ts'
import { mailTo } from './sandbox.ts'
import { password, registerConfirmed } from './shop.ts'

const prove = async (page: Page, verb: string) => {
  await page.getByLabel('Your password').fill(password)
  await page.getByRole('button', { name: verb, exact: true }).click()
}

const logIn = async (page: Page, email: string) => {
  await page.context().clearCookies()
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
}

test('an authenticator app is the second step, and a recovery code when it is lost', async ({ page }) => {
  const { email } = await registerConfirmed(page)
  const answer = await page.goto('/account/two-step')
  expect(answer?.headers()['cache-control']).toBe('private, no-store')
  await expect(page.getByText('Two-step sign-in is off')).toBeVisible()
  await expectAccessible(page, 'two-step sign-in, off')
  await page.getByRole('button', { name: 'Set up an app' }).click()
  await page.getByLabel('Your password').fill('Wrong2026')
  await page.getByRole('button', { name: 'Go on' }).click()
  await expect(page.getByText('This is not your password.')).toBeVisible()
  await prove(page, 'Go on')
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible()
  await expectAccessible(page, 'the key of an authenticator app')
  const secret = (await page.locator('code').innerText()).replaceAll(' ', '')
  const app = new TOTP({ secret })
  await page.getByLabel('Code', { exact: true }).fill('000000')
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByText('This code is not right.')).toBeVisible()
  await page.getByLabel('Code', { exact: true }).fill(app.generate())
  await page.getByRole('button', { name: 'Turn on' }).click()

  const codes = page.getByRole('dialog', { name: 'Keep your recovery codes' })
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  await expectAccessible(page, 'recovery codes')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    codes.getByRole('link', { name: 'Download codes' }).click(),
  ])
  const kept = readFileSync(await file.path(), 'utf8').match(/[0-9A-Z]{4}(?:-[0-9A-Z]{4}){5}/g) ?? []
  expect(kept).toEqual(await codes.getByRole('listitem').allInnerTexts())
  await codes.getByRole('button', { name: 'I have kept them' }).click()
  await expect(page.getByText('Two-step sign-in is on')).toBeVisible()
  await expect(page.getByText('10 of 10 left.')).toBeVisible()
  await expectAccessible(page, 'two-step sign-in, on')
  await mailTo(email, 'Two-step sign-in is on')

  await logIn(page, email)
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
  await expect(page.getByText('Log in to get started.')).toBeHidden()
  await expect(page.getByText('Almost there', { exact: false })).toBeVisible()
  await expectAccessible(page, 'the second step')
  // Not a session yet.
  expect(await (await page.request.get('/api/auth')).json()).toMatchObject({ data: null })
  await page.getByLabel('Code', { exact: true }).fill('000 000')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('This code is not right.')).toBeVisible()
  // The one of now was used to set it up; a clock half a minute ahead is let pass.
  await page.getByLabel('Code', { exact: true }).fill(app.generate({ timestamp: Date.now() + 30_000 }))
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/\/$/)

  await logIn(page, email)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill((kept[0] ?? '').toLowerCase().replaceAll('-', ' '))
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/\/$/)
  await mailTo(email, 'A recovery code was used')

  await page.goto('/account/two-step')
  await expect(page.getByText('9 of 10 left.')).toBeVisible()
  await page.getByRole('button', { name: 'Remove app' }).click()
  await prove(page, 'Remove app')
  await expect(page.getByText('Two-step sign-in is off')).toBeVisible()
  await logIn(page, email)
  await expect(page).toHaveURL(/\/$/)
})

/** A device with a finger that is always right. */
const plugIn = async (page: Page) => {
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

test('a passkey logs in alone, and is the second step of a password', async ({ page }) => {
  const { email } = await registerConfirmed(page)
  await plugIn(page)
  await page.goto('/account/two-step')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByLabel('Name').fill('My laptop')
  await expectAccessible(page, 'a new passkey')
  await prove(page, 'Add passkey')
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await expect(page.getByText('My laptop')).toBeVisible()
  await expect(page.getByText('never used')).toBeVisible()
  await mailTo(email, 'Two-step sign-in is on')

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
  await prove(page, 'Remove passkey')
  await expect(page.getByText('Two-step sign-in is off')).toBeVisible()
  await mailTo(email, 'Two-step sign-in is off')
  await page.context().clearCookies()
  await page.goto('/login')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByText('This passkey is not known here.')).toBeVisible()
})
