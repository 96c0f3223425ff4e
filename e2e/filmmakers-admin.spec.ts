/** Staff edit a filmmaker and invite its manager, who accepts by the mailed link and sees the portal. */
import { randomUUID } from 'node:crypto'

import { expect, test } from '@playwright/test'

import { expectAccessible } from './accessibility.ts'
import { goToAdminPage } from './admin-nav.ts'
import { waitForMail } from './sandbox.ts'
import { callApi, password } from './shop.ts'

test('a filmmaker is edited and its manager invited, who accepts the invite @full', async ({ page, browser }) => {
  const word = randomUUID().slice(0, 8)
  const [name, email] = [`Heron Unit ${word}`, `heron-${word}@example.com`]
  await callApi(page, 'POST', '/auth/login', { login: 'vera@longtake.example', password })
  await callApi(page, 'POST', '/user/feature-banner/dismiss')
  await callApi(page, 'POST', '/admin/filmmakers', { name, location: 'Bergen', bio: '' })

  await test.step('the dashboard is accessible in both themes', async () => {
    await page.goto('/admin')
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
    await page.getByText('Numbers as a table').first().click()
    await expect(page.getByRole('table', { name: 'Revenue by day' })).toBeVisible()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await expectAccessible(page, `the dashboard, ${colorScheme}`)
    }
  })

  await test.step('the list leads to the filmmaker, whose details are edited', async () => {
    await page.goto('/admin')
    await goToAdminPage(page, 'Filmmakers', 'Footage')
    await page.getByRole('searchbox', { name: 'Name, location, address or number' }).fill(word)
    await expect(page.getByText('1 filmmaker', { exact: true })).toBeVisible()
    await page.getByRole('link', { name: new RegExp(name) }).click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await page.getByLabel('Biography').fill('Wading birds at dawn.')
    await page.getByLabel('Links').fill('heron')
    await page.getByRole('button', { name: 'Save details' }).click()
    await expect(page.getByText('A link must be a full web address')).toBeVisible()
    await page.getByLabel('Links').fill('https://heron.example/')
    await page.getByRole('button', { name: 'Save details' }).click()
    await expect(page.getByText('Saved.')).toBeVisible()
    await expectAccessible(page, 'a filmmaker in the admin panel')
  })

  await test.step('an invite is mailed', async () => {
    await page.getByLabel('Invite by email').fill(email)
    await page.getByRole('button', { name: 'Send the invite' }).click()
    await expect(page.getByRole('cell', { name: email, exact: true })).toBeVisible()
  })

  await test.step('the recipient accepts it with a new account, and sees the portal', async () => {
    const { links } = await waitForMail(email, 'invites you to')
    const context = await browser.newContext({ baseURL: test.info().project.use.baseURL })
    const recipient = await context.newPage()
    await recipient.goto(links.find(link => link.includes('/filmmaker-invite/')) ?? '')
    await expect(recipient.getByRole('heading', { level: 1, name: `Join ${name}` })).toBeVisible()
    await expectAccessible(recipient, 'an invite to a filmmaker')
    await recipient.getByLabel('First name').fill('Kari')
    await recipient.getByLabel('Last name').fill('Heron')
    await recipient.getByLabel('Password', { exact: true }).fill(password)
    await recipient.getByRole('button', { name: 'Accept and create the account' }).click()
    await expect(recipient).toHaveURL(/\/filmmaker$/)
    await expect(recipient.getByText(name).first()).toBeVisible()
    await recipient.goto('/filmmaker/payouts')
    await expect(recipient.getByText('We have no tax form from you yet.')).toBeVisible()
    await context.close()
  })

  await page.reload()
  await expect(page.getByRole('table').getByRole('link', { name: 'Kari Heron' })).toBeVisible()
})
