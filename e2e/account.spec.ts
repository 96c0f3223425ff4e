/** A user's account: password reset, email change, sessions and notification preferences. */
import { expect, test, type Page } from '@playwright/test'

import { expectAccessible } from './accessibility.ts'
import { waitForMail } from './sandbox.ts'
import { callApi, password, register, registerWithoutOnboarding, waitForHydration } from './shop.ts'
import { expectTouchTargets } from './touch-targets.ts'

const new_password = 'Harbor-lantern-58'

const pathOf = (links: string[], segment: string) => {
  const link = links.find(candidate => candidate.includes(segment)) ?? ''
  expect(link, `a link with ${segment}`).not.toBe('')
  const { pathname, search } = new URL(link)
  return pathname + search
}

const logIn = async (page: Page, email: string, secret: string) => {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Login' }).click()
}

test('a password reset link works once @full', async ({ page }) => {
  const { email } = await register(page)
  await page.context().clearCookies()
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot Password' }).click()
  await expect(page).toHaveURL(/\/forgot-password$/)
  const send = page.getByRole('button', { name: 'Send the link' })
  await expect(send).toBeDisabled()
  await page.getByLabel('Email').fill('nobody@')
  await send.click()
  await expect(page.getByText('Invalid email address.')).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await send.click()
  await expect(page.getByText('Look into your mailbox')).toBeVisible()
  await expectAccessible(page, 'forgot password')

  const { links } = await waitForMail(email, 'Choose a new')
  const reset = pathOf(links, '/reset-password/')
  await page.goto(reset)
  await expectAccessible(page, 'reset password')
  const save = page.getByRole('button', { name: 'Save password' })
  await page.getByLabel('New password').fill('short')
  await page.getByLabel('Confirm password').fill(new_password)
  await save.click()
  await expect(page.getByText('The password must have at least 8 characters.')).toBeVisible()
  await page.getByLabel('New password').fill(`${new_password}x`)
  await expect(page.getByText('Passwords do not match.')).toBeVisible()
  await page.getByLabel('New password').fill(new_password)
  await save.click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByText('Your password has been changed. Log in with it.')).toBeVisible()
  await logIn(page, email, password)
  await expect(page.getByText('This email and password do not match an account.')).toBeVisible()
  await logIn(page, email, new_password)
  await expect(page).toHaveURL(/\/$/)
  await waitForMail(email, 'password was changed')

  await page.goto(reset)
  await expect(page.getByText('This link has been used already.')).toBeVisible()
  await page.getByRole('link', { name: 'Ask for a new link' }).click()
  await expect(page).toHaveURL(/\/forgot-password$/)
})

test('a new email is confirmed by a link sent to it @full', async ({ page }) => {
  const { email } = await register(page)
  const newEmail = email.replace('story-', 'next-')
  await page.goto('/account/details')
  await expectAccessible(page, 'email')
  await page.getByLabel('New email').fill(newEmail)
  await page.getByLabel('Your password').fill('Wrong2026')
  await page.getByRole('button', { name: 'Send confirmation' }).click()
  await expect(page.getByText('This is not your password.')).toBeVisible()
  await page.getByLabel('Your password').fill(password)
  await page.getByRole('button', { name: 'Send confirmation' }).click()
  await expect(page.getByText(`Waiting for ${newEmail}`)).toBeVisible()
  await waitForMail(email, 'A new email')

  const { links } = await waitForMail(newEmail, 'Confirm your new email')
  const confirm = pathOf(links, 'confirm-email')
  await page.goto(confirm)
  await expect(page.getByText('Your email has been updated.')).toBeVisible()
  await expect(page).toHaveURL(/\/profile\/settings$/)
  await page.getByRole('navigation', { name: 'Your account' }).getByRole('link', { name: 'Email' }).click()
  await expect(page.getByRole('definition').filter({ hasText: newEmail })).toBeVisible()
  await waitForMail(email, 'email was changed')
  await waitForMail(newEmail, 'email was changed')

  await page.context().clearCookies()
  // The link's other path works too.
  await page.goto(confirm.replace('/account/details/', '/profile/settings/'))
  await expect(page.getByText('Your email has not been updated. This link has been used already.')).toBeVisible()
  await expect(page).toHaveURL(/\/$/)
})

test('a user can change their profile, password and sessions, and a finger can press everything @full @phone', async ({
  page,
  browser,
  isMobile,
}) => {
  const { email } = await registerWithoutOnboarding(page)
  const otherSession = await (await browser.newContext()).newPage()
  await callApi(otherSession, 'POST', '/auth/login', { login: email, password })

  await page.goto('/profile/settings')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByText('First name is required')).toBeVisible()
  await expect(page.getByText('Last name is required')).toBeVisible()
  await expect(page.getByText('Business type is required')).toBeVisible()
  await page.getByLabel('Business type').selectOption('Other')
  await page.getByLabel('Your business type').fill('Museum')
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Byron')
  await page.getByLabel('Company website').fill('northlight')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByText('Invalid URL')).toBeVisible()
  await expectAccessible(page, 'profile with a mistake')
  await page.getByLabel('Company website').fill('northlight.example')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByText('Your profile has been saved.')).toBeVisible()

  const account = page.getByRole('navigation', { name: 'Your account' })
  await account.getByRole('link', { name: 'Sessions' }).click()
  await expect(page.getByText('This session')).toBeVisible()
  await expectAccessible(page, 'sessions')
  await page.getByRole('button', { name: 'Sign out others' }).click()
  await expect(page.getByRole('button', { name: /^Sign out/ })).toHaveCount(0)
  await otherSession.goto('/account/sessions')
  await expect(otherSession).toHaveURL(/\/login\?next=/)
  await otherSession.context().close()

  await account.getByRole('link', { name: 'Password' }).click()
  await page.getByLabel('Current password').fill(password)
  await page.getByLabel('New password').fill(new_password)
  await page.getByLabel('Confirm password').fill(new_password)
  await expectAccessible(page, 'password')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Your password has been changed.')).toBeVisible()
  // The session was renewed, so the user stays signed in.
  await account.getByRole('link', { name: 'Profile' }).click()
  await expect(page.getByLabel('First name')).toHaveValue('Ada')

  if (isMobile) await expectTargetsForFingers(page)
})

const accountPages = [
  '/profile/settings',
  '/profile/notifications',
  '/account/licenses',
  '/account/details',
  '/account/password',
  '/account/sessions',
  '/account/two-step',
  '/account/payment-methods',
  '/account/privacy',
]
const workspacePages = [
  '/workspace/team',
  '/workspace/billing',
  '/workspace/audit',
  '/workspace/orders',
  '/workspace/licenses',
  '/workspace/preferred-rates',
  '/workspace/quotes',
  '/workspace/purchase-requests',
]
const filmmakerPages = ['/filmmaker/payouts', '/filmmaker/uploads']

/** Visits the pages of the account, of a workspace with orders, and of a filmmaker. */
const expectTargetsForFingers = async (page: Page) => {
  const visit = async (paths: readonly string[]) => {
    for (const path of paths) {
      await page.goto(path)
      await waitForHydration(page)
      await expectTouchTargets(page, path)
    }
  }
  await visit(accountPages)
  await page.context().clearCookies()
  await callApi(page, 'POST', '/auth/login', { login: 'mara@northlight.example', password })
  const [order] = await callApi<{ universal_invoice_number: string }[]>(page, 'GET', '/workspace/orders')
  await visit([...workspacePages, `/workspace/orders/${order?.universal_invoice_number}`])
  await page.context().clearCookies()
  await callApi(page, 'POST', '/auth/login', { login: 'samira@siroccoreel.example', password })
  await visit(filmmakerPages)
}

test('notification preferences can be changed in the account, and with the link in a mail without a login @full', async ({
  page,
}) => {
  const { email } = await register(page)
  const current = page.getByRole('navigation', { name: 'Your account' }).locator('[aria-current]')
  await page.goto('/account/notification-preferences')
  await expect(current).toHaveText('Notifications')
  await page.goto('/profile/notifications')
  await expect(current).toHaveText('Notifications')
  await page.getByRole('checkbox', { name: 'Articles' }).check()
  await page.getByRole('checkbox', { name: 'Longtake Films' }).check()
  // The time zone defaults to the browser's.
  const timeZone = await page.evaluate(() => new Intl.DateTimeFormat().resolvedOptions().timeZone)
  await expect(page.getByLabel('Time zone')).toHaveValue(timeZone)
  await page.getByRole('radio', { name: 'Weekly' }).check()
  await page.getByLabel('Time zone').selectOption('Europe/Berlin')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Your choice has been saved.')).toBeVisible()
  await expectAccessible(page, 'notifications')
  await page.reload()
  await expect(page.getByRole('radio', { name: 'Weekly' })).toBeChecked()
  await expect(page.getByLabel('Time zone')).toHaveValue('Europe/Berlin')

  await callApi(page, 'PUT', '/user/change/password', {
    current_password: password,
    password: new_password,
    password_confirm: new_password,
  })
  const { links } = await waitForMail(email, 'password was changed')
  await page.context().clearCookies()
  await page.goto(pathOf(links, '/account/notification-preferences/'))
  await expect(page.getByText('Mails to s…@example.com')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Articles' })).toBeChecked()
  await expect(page.getByRole('radio', { name: 'Weekly' })).toBeChecked()
  await page.getByRole('button', { name: 'Unsubscribe from all' }).click()
  await expect(page.getByText('Your choice has been saved.')).toBeVisible()
  await page.reload()
  for (const name of ['Articles', 'Longtake Films', 'New footage and big updates'])
    await expect(page.getByRole('checkbox', { name })).not.toBeChecked()
  await expect(page.getByRole('radio', { name: 'Never' })).toBeChecked()
})
