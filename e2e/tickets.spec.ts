/** A visitor requests footage, staff answer the ticket, and the reply arrives in the mailbox in both themes. */
import { randomUUID } from 'node:crypto'

import { expect, test } from '@playwright/test'

import { expectAccessible } from './accessibility.ts'
import { goToAdminPage } from './admin-nav.ts'
import { mailboxUrl, waitForMail } from './sandbox.ts'
import { callApi, listClips, password } from './shop.ts'

test('a visitor requests footage, staff reply with a board, and the mail links to it @full @phone', async ({
  page,
  browser,
}) => {
  const email = `story-${randomUUID()}@example.com`
  const message = 'A harbor in the rain, no people'

  await test.step('Find My Footage opens on any page and keeps the URL', async () => {
    await page.goto('/license-terms?modal=footageResearch')
    await expect(page.getByRole('dialog', { name: 'Find My Footage' })).toBeVisible()
    await expect(page).toHaveURL(/\/license-terms$/)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.goto('/services')
    await page.getByRole('main').getByRole('link', { name: 'Find My Footage' }).click()
    const dialog = page.getByRole('dialog', { name: 'Find My Footage' })
    await expect(dialog).toBeVisible()
    await expect(page).toHaveURL(/\/services$/)
    await dialog.getByRole('button', { name: 'Find My Footage' }).click()
    await expect(dialog.getByText('What you are looking for is required.')).toBeVisible()
    await expectAccessible(page, 'footage research')
    await dialog.getByLabel('What you are looking for').fill(message)
    await dialog.getByLabel('Project').fill('Tidal')
    await dialog.getByLabel('Name').fill('Dana Reyes')
    await dialog.getByLabel('Email').fill(email)
    await dialog.getByRole('button', { name: 'Find My Footage' }).click()
    await expect(dialog.getByRole('heading', { name: 'We are looking.' })).toBeVisible()
    expect((await waitForMail(email)).text).toContain('delivered to your account within 1 business day')
    await dialog.getByRole('button', { name: 'Back to where I was' }).click()
    await expect(dialog).toHaveCount(0)
  })

  await test.step('staff find the ticket and reply by keyboard', async () => {
    const context = await browser.newContext({
      viewport: page.viewportSize(),
      baseURL: new URL(page.url()).origin,
    })
    const staff = await context.newPage()
    await callApi(staff, 'POST', '/auth/login', { login: 'otto@longtake.example', password })
    const [first, second] = await listClips(staff)
    const name = `Harbors ${email.slice(6, 14)}`
    await callApi(staff, 'POST', '/wishlists', { name, clip_id: [first?.id, second?.id] })
    await staff.goto('/admin')
    await goToAdminPage(staff, 'Tickets', 'Clients')
    await expect(staff.getByRole('combobox', { name: 'Kind' })).toBeVisible()
    await staff.keyboard.press('/')
    await expect(staff.getByRole('searchbox')).toBeFocused()
    await staff.getByRole('searchbox').fill(email)
    await staff.getByRole('searchbox').press('Enter')
    await expect(staff.getByText('1 ticket', { exact: false })).toBeVisible()
    await staff.getByRole('searchbox').focus()
    await staff.keyboard.press('ArrowDown')
    await staff.keyboard.press('Enter')
    await expect(staff.getByRole('heading', { name: 'Footage research' })).toBeVisible()
    await expect(staff.getByRole('article').getByText(message, { exact: true }).first()).toBeVisible()
    await expectAccessible(staff, 'a ticket')

    await staff.keyboard.press('r')
    await expect(staff.getByLabel('Message')).toBeFocused()
    await staff.keyboard.press('Control+Enter')
    await expect(staff.getByText('Message is required.')).toBeVisible()
    await staff.keyboard.type('Two takes of it, both as RAW.')
    await staff.getByLabel('Board').selectOption({ label: `${name} (2 clips)` })
    await staff.getByRole('button', { name: 'Send and close' }).press('Enter')
    await expect(staff.getByText('This ticket is closed. Reopen it to answer.')).toBeVisible()
    await expect(staff.getByText('Two takes of it, both as RAW.', { exact: true })).toBeVisible()
    await expect(staff.getByText(`With the board ${name}`)).toBeVisible()
    await expectAccessible(staff, 'an answered ticket')

    await staff.getByRole('button', { name: 'Reopen' }).click()
    await expect(staff.getByLabel('Message')).toHaveValue('')
    await staff.getByLabel('Assignee').selectOption('Unassigned')
    await staff.getByRole('button', { name: 'Assign', exact: true }).click()
    await expect(staff.getByRole('listitem').filter({ hasText: 'Unassigned' })).toBeVisible()
    await staff.getByRole('button', { name: 'Close', exact: true }).click()
    await expect(staff.getByText('This ticket is closed. Reopen it to answer.')).toBeVisible()
    await context.close()
  })

  await test.step('the reply is readable in the mailbox in both themes and links to the board', async () => {
    const mail = await waitForMail(email, 'We found your footage')
    expect(mail.text).toContain('Two takes of it, both as RAW.')
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.goto(`${mailboxUrl}?id=${mail.id}`)
      await expect(
        page.frameLocator('iframe').getByText('Two takes of it, both as RAW.', { exact: true }),
      ).toBeVisible()
      await expectAccessible(page, `mailbox, ${colorScheme}`)
      // Mails keep their own light background in dark mode.
      await expect(page.locator('iframe')).toHaveCSS('color-scheme', 'light')
    }
    await page.goto(mail.links.find(link => link.includes('/board/')) ?? '')
    await expect(page.getByRole('heading', { level: 1, name: /^Harbors/ })).toBeVisible()
  })
})
