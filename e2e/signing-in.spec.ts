/** Signing in: with Google, through its window; in the window of any page; and the email that is confirmed. */
import { randomUUID } from 'node:crypto'

import { expect, test, type Page } from '@playwright/test'

import { expectAccessible } from './accessible.ts'
import { mailTo } from './sandbox.ts'
import { answerOnboarding, clipsOf, password, registerConfirmed } from './shop.ts'

const anEmail = () => `google-${randomUUID()}@people.example`

/** Presses the button, and signs in to Google with this email in the window that opens. */
const byGoogle = async (page: Page, email: string, button = 'Continue with Google') => {
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: button }).click()
  const popup = await opened
  await popup.getByText('Use another account').click()
  await popup.getByLabel('Email', { exact: true }).fill(email)
  await popup.getByLabel('First name').fill('Noor')
  await popup.getByLabel('Last name').fill('Haddad')
  await popup.getByRole('button', { name: 'Continue' }).click()
}

test('somebody new comes in with Google, connects, disconnects and connects again', async ({ page }) => {
  const email = anEmail()
  await page.goto('/login?next=/account/password')
  await expectAccessible(page, 'login')
  await byGoogle(page, email)
  await expect(page).toHaveURL(/\/account\/password$/)
  await mailTo(email, 'Welcome to Longtake')
  // On a phone the news of the shop would stand before the page.
  await answerOnboarding(page)
  await page.reload()
  await expect(page.getByText('Your Google account logs you in.')).toBeVisible()
  await expect(page.getByText('set a password first')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Disconnect Google' })).toHaveCount(0)

  await page.getByLabel('New password').fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByText('Your password has been set.')).toBeVisible()
  await page.getByRole('button', { name: 'Disconnect Google' }).click()
  await expect(page.getByText('Your Google account has been disconnected.')).toBeVisible()
  // The button is gone: whoever works by keyboard goes on from the heading.
  await expect(page.getByRole('heading', { name: 'Google', exact: true })).toBeFocused()
  await byGoogle(page, anEmail(), 'Connect Google')
  await expect(page.getByText('Error connecting. Email must match the email on your Longtake account.')).toBeVisible()
  await byGoogle(page, email, 'Connect Google')
  await expect(page.getByText('Your Longtake and Google account have been connected.')).toBeVisible()
  await expectAccessible(page, 'password with Google')

  await page.context().clearCookies()
  await page.goto('/login?next=/account/details')
  await byGoogle(page, email)
  await expect(page.getByRole('definition').filter({ hasText: email })).toBeVisible()
})

test('a known email is linked to Google by its password', async ({ page }) => {
  const { email } = await registerConfirmed(page)
  await page.context().clearCookies()
  await page.goto('/login?next=/account/password')
  await byGoogle(page, email)
  const dialog = page.getByRole('dialog', { name: 'Link your accounts' })
  await expect(dialog.getByLabel('Email')).toHaveValue(email)
  await expect(dialog.getByLabel('Email')).not.toBeEditable()
  await expect(dialog.getByRole('button', { name: 'Login' })).toBeDisabled()
  await expectAccessible(page, 'link your accounts')
  await dialog.getByLabel('Password', { exact: true }).fill('Wrong2026')
  await dialog.getByRole('button', { name: 'Login' }).click()
  await expect(dialog.getByText('This is not your password.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()

  await byGoogle(page, email)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL(/\/account\/password$/)
  await expect(page.getByText('Your Google account logs you in.')).toBeVisible()
  await mailTo(email, 'Your Google account was connected to Longtake')
})

test('the window of Google can be closed, and an email that Google has not confirmed opens nothing', async ({
  page,
}) => {
  await page.goto('/login')
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  const popup = await opened
  await expect(popup.getByRole('button', { name: 'Theo Brandt' })).toBeVisible()
  await expectAccessible(popup, 'the window of Google')
  await expect(page.getByText('Waiting for Google…')).toBeVisible()
  await popup.close()
  await expect(page.getByText('Waiting for Google…')).toBeHidden()
  const again = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await (await again).getByRole('button', { name: 'Theo Brandt' }).click()
  await expect(page.getByText('Google has not confirmed the email of this account.')).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
})

test('any page opens the window to register, and the email is confirmed by its mail', async ({ page }) => {
  const [clip] = await clipsOf(page)
  const path = `/clips/${clip?.slug}/${clip?.id}`
  await page.goto(`${path}?modal=register`)
  const dialog = page.getByRole('dialog', { name: 'Create Free Account' })
  await expect(dialog.getByText('Create a free account. No credit card needed.')).toBeVisible()
  await expect(page).toHaveURL(path)
  await expectAccessible(page, 'register in a window')
  const email = `story-${randomUUID()}@example.com`
  const create = dialog.getByRole('button', { name: 'Create Free Account' })
  await expect(create).toBeDisabled()
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await expect(dialog.getByRole('checkbox', { name: /^Stay up to date/ })).not.toBeChecked()
  await create.click()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(path)
  await answerOnboarding(page)

  await page.goto('/account/details')
  await expect(page.getByText('Your email is not confirmed yet')).toBeVisible()
  await expectAccessible(page, 'an email to confirm')
  const { links } = await mailTo(email, 'Confirm your email')
  const { pathname } = new URL(links.find(link => link.includes('/verify-email/')) ?? '')
  await page.goto(pathname)
  await expect(page.getByRole('heading', { name: 'Your email is confirmed.' })).toBeVisible()
  await expectAccessible(page, 'a confirmed email')
  await mailTo(email, 'Welcome to Longtake')
  await page.goto('/account/details')
  await expect(page.getByText('Your email is not confirmed yet')).toHaveCount(0)
  await page.goto(pathname)
  await expect(page.getByText('This link has been used already.')).toBeVisible()
})

test('modal=login leads to the login, and on to the other window', async ({ page }) => {
  await page.goto('/pricing?modal=login')
  const dialog = page.getByRole('dialog', { name: 'Login' })
  await expect(dialog.getByText('Log in to get started.')).toBeVisible()
  await expect(page).toHaveURL(/\/pricing$/)
  await dialog.getByRole('button', { name: 'Create Free Account' }).click()
  await expect(page.getByRole('dialog', { name: 'Create Free Account' })).toBeVisible()
})
