/** Signing in with Google, signing in and registering in a dialog, and email verification. */
import { randomUUID } from 'node:crypto'

import { expect, test, type Page } from '@playwright/test'

import { expectAccessible } from './accessibility.ts'
import { waitForMail } from './sandbox.ts'
import { completeOnboarding, enterRegistrationCode, listClips, password, register } from './shop.ts'

const createEmail = () => `google-${randomUUID()}@people.example`

/** Presses the button and signs in to Google with this email in the popup. */
const signInWithGoogle = async (page: Page, email: string, button = 'Continue with Google') => {
  const popupPromise = page.waitForEvent('popup')
  await page.getByRole('button', { name: button }).click()
  const popup = await popupPromise
  await popup.getByText('Use another account').click()
  await popup.getByLabel('Email', { exact: true }).fill(email)
  await popup.getByLabel('First name').fill('Noor')
  await popup.getByLabel('Last name').fill('Haddad')
  await popup.getByRole('button', { name: 'Continue' }).click()
}

test('a new user signs in with Google, disconnects it and connects it again @full', async ({ page }) => {
  const email = createEmail()
  await page.goto('/login?next=/account/password')
  await expectAccessible(page, 'login')
  await signInWithGoogle(page, email)
  await expect(page).toHaveURL(/\/account\/password$/)
  await waitForMail(email, 'Welcome to Longtake')
  // On a phone the feature banner would cover the page.
  await completeOnboarding(page)
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
  // The button is gone, so the focus moves to the heading.
  await expect(page.getByRole('heading', { name: 'Google', exact: true })).toBeFocused()
  await signInWithGoogle(page, createEmail(), 'Connect Google')
  await expect(page.getByText('Error connecting. Email must match the email on your Longtake account.')).toBeVisible()
  await signInWithGoogle(page, email, 'Connect Google')
  await expect(page.getByText('Your Longtake and Google account have been connected.')).toBeVisible()
  await expectAccessible(page, 'password with Google')

  await page.context().clearCookies()
  await page.goto('/login?next=/account/details')
  await signInWithGoogle(page, email)
  await expect(page.getByRole('definition').filter({ hasText: email })).toBeVisible()
})

test('an existing email is linked to Google with its password @full', async ({ page }) => {
  const { email } = await register(page)
  await page.context().clearCookies()
  await page.goto('/login?next=/account/password')
  await signInWithGoogle(page, email)
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

  await signInWithGoogle(page, email)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL(/\/account\/password$/)
  await expect(page.getByText('Your Google account logs you in.')).toBeVisible()
  await waitForMail(email, 'Your Google account was connected to Longtake')
})

test('the Google popup can be closed, and an email that Google has not verified is refused @full', async ({ page }) => {
  await page.goto('/login')
  const popupPromise = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  const popup = await popupPromise
  await expect(popup.getByRole('button', { name: 'Theo Brandt' })).toBeVisible()
  await expectAccessible(popup, 'the Google window')
  await expect(page.getByText('Waiting for Google…')).toBeVisible()
  await popup.close()
  await expect(page.getByText('Waiting for Google…')).toBeHidden()
  const secondPopup = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await (await secondPopup).getByRole('button', { name: 'Theo Brandt' }).click()
  await expect(page.getByText('Google has not confirmed the email of this account.')).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
})

test('any page can open the registration dialog, and a mailed code confirms the email @phone', async ({ page }) => {
  const [clip] = await listClips(page)
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
  await expect(dialog.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await expectAccessible(page, 'a registration code')
  await enterRegistrationCode(dialog, email)
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(path)
  await completeOnboarding(page)

  await waitForMail(email, 'Welcome to Longtake')
  await page.goto('/account/details')
  await expect(page.getByText('Your email is not confirmed yet')).toHaveCount(0)
})

test('modal=login opens the login dialog, which leads to registration @full', async ({ page }) => {
  await page.goto('/pricing?modal=login')
  const dialog = page.getByRole('dialog', { name: 'Login' })
  await expect(dialog.getByText('Log in to get started.')).toBeVisible()
  await expect(page).toHaveURL(/\/pricing$/)
  await dialog.getByRole('button', { name: 'Create Free Account' }).click()
  await expect(page.getByRole('dialog', { name: 'Create Free Account' })).toBeVisible()
})
