/** Returning to the shop: registration errors, logging out and in, and the guest cart. */
import { expect, test, type Page } from '@playwright/test'

import { expectAccessible } from './accessibility.ts'
import { waitForMail } from './sandbox.ts'
import { addToCart, listClips, password, register } from './shop.ts'

test.skip(({ isMobile }) => isMobile, 'the main story covers registration at phone width')

const fillLogin = async (page: Page, email: string, passwordText: string) => {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(passwordText)
}

const sessionCookie = async (page: Page) => (await page.context().cookies()).find(({ name }) => name === 'session')

const logOut = async (page: Page) => {
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login$/)
}

test('registration shows an error for each invalid field @full', async ({ page }) => {
  const { email: usedEmail } = await register(page)
  await page.context().clearCookies()
  await page.goto('/register')
  const create = page.getByRole('button', { name: 'Create Free Account' })
  const passwordField = page.getByLabel('Password', { exact: true })
  await expect(create).toBeDisabled()
  await page.getByLabel('Email').fill('ada')
  await expect(create).toBeDisabled()
  await passwordField.fill('short')
  await create.click()
  await expect(page.getByText('Invalid email address.')).toBeVisible()
  await expect(page.getByText('The password must have at least 8 characters.')).toBeVisible()
  await expectAccessible(page, 'register with mistakes')
  await page.getByLabel('Email').fill(usedEmail)
  await expect(page.getByText('Invalid email address.')).toBeHidden()
  for (const [invalidPassword, text] of [
    ['lowercase1', 'The password must contain at least one uppercase letter.'],
    ['UPPERCASE1', 'The password must contain at least one lowercase letter.'],
    ['NoNumberHere', 'The password must contain at least one number.'],
  ] as const) {
    await passwordField.fill(invalidPassword)
    await expect(page.getByText(text)).toBeVisible()
  }
  await passwordField.fill(password)
  await create.click()
  // The page is the same as for a new email. The owner gets a login link instead of a code.
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await waitForMail(usedEmail, 'You already have a Longtake account')
  await page.getByLabel('Code', { exact: true }).fill('123456')
  await page.getByRole('button', { name: 'Confirm email' }).click()
  await expect(page.getByText('This code is not right, or has expired. Please request a new one.')).toBeVisible()
  await expectAccessible(page, 'a registration code with a mistake')
  // A reload, such as after reading the mail on a phone, does not lose the registration.
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await page.getByRole('button', { name: 'Use another email' }).click()
  await expect(create).toBeVisible()
  expect(await sessionCookie(page)).toBeUndefined()
})

test('a wrong password is refused at login, and “Remember me” keeps the session @full', async ({ page }) => {
  const { email } = await register(page)
  await page.goto('/workspace/orders')
  await logOut(page)
  await expectAccessible(page, 'login')
  await page.goto('/workspace/orders')
  await expect(page).toHaveURL(/\/login\?next=/)

  const login = page.getByRole('button', { name: 'Login' })
  await expect(login).toBeDisabled()
  await fillLogin(page, email, '')
  await expect(login).toBeDisabled()
  await fillLogin(page, email, 'Wrong2026')
  await login.click()
  await expect(page.getByText('This email and password do not match an account.')).toBeVisible()
  await fillLogin(page, email, password)
  await login.click()
  await expect(page).toHaveURL(/\/workspace\/orders$/)
  // A session cookie, which ends with the browser session.
  expect((await sessionCookie(page))?.expires).toBe(-1)

  await logOut(page)
  await fillLogin(page, email, password)
  await page.getByRole('checkbox', { name: 'Remember me' }).check()
  await login.click()
  await expect(page).toHaveURL(/\/$/)
  const days = ((await sessionCookie(page))?.expires ?? 0) - Date.now() / 1_000
  expect(days / 86_400).toBeGreaterThan(29)
})

test('a guest cart is merged into the cart of the account at login @full', async ({ page }) => {
  const { email } = await register(page)
  await addToCart(page)
  await page.context().clearCookies()
  const [, otherClip] = await listClips(page)

  await page.goto(`/clips/${otherClip?.slug}/${otherClip?.id}`)
  await page.getByRole('button', { name: 'Add to cart', exact: true }).click()
  await page.getByRole('link', { name: 'In your cart' }).click()
  await expect(page.getByRole('heading', { name: 'Cart (1 item)' })).toBeVisible()
  await page.getByRole('button', { name: 'Login to checkout' }).click()
  await fillLogin(page, email, password)
  await page.getByRole('dialog').getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Cart (2 items)' })).toBeVisible()
  await expect(page.getByText('1 clip of your earlier cart is in this cart, too.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Continue to billing' })).toBeVisible()
  await logOut(page)
  await page.goto('/cart')
  await expect(page.getByText('Your cart is empty.')).toBeVisible()
})

test('the cart says when a role cannot buy, and checkout is refused @full', async ({ page }) => {
  await page.goto('/login?next=%2Fcart')
  await fillLogin(page, 'sam@northlight.example', password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL(/\/cart$/)
  await addToCart(page)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Cart (1 item)' })).toBeVisible()
  await expect(
    page.getByText(
      "It looks like your role doesn't include purchasing access. Please reach out to a teammate with a purchasing role in your workspace to help with this transaction!",
    ),
  ).toBeVisible()
  await expect(page.getByRole('link', { name: /^Continue to/ })).toHaveCount(0)
  await expectAccessible(page, 'the cart of a guest of a workspace')
  await page.goto('/checkout')
  await expect(page).toHaveURL(/\/cart$/)
})
