/** A team: an owner invites a teammate, who registers in another browser; roles change, and members are removed. */
import { randomUUID } from 'node:crypto'

import { expect, test, type Browser, type Page } from '@playwright/test'

import { expectAccessible } from './accessibility.ts'
import { waitForMail } from './sandbox.ts'
import { callApi, enterRegistrationCode, password, register } from './shop.ts'

/** Opens a page in a new context with the same viewport and base URL. */
const openNewContext = async (browser: Browser, page: Page) => {
  const context = await browser.newContext({ viewport: page.viewportSize(), baseURL: new URL(page.url()).origin })
  return context.newPage()
}

const rowOf = (page: Page, email: string) => page.getByRole('listitem').filter({ hasText: email })

const chooseAction = async (page: Page, email: string, action: string) => {
  await page.getByRole('button', { name: `Actions for ${email}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

test('an owner invites a teammate, who registers with the mail and joins the workspace', async ({ page, browser }) => {
  const { email: owner } = await register(page)
  const email = `mate-${randomUUID()}@example.com`
  await page.goto('/workspace/overview')
  let copiedLink = ''

  await test.step('the workspace gets a name', async () => {
    await page.getByRole('button', { name: 'Rename' }).click()
    await page.getByLabel('Workspace name').fill('')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Workspace name is required')).toBeVisible()
    await page.getByLabel('Workspace name').fill('Northlight')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Northlight' })).toBeVisible()
    await expectAccessible(page, 'overview')
  })

  await test.step('the owner invites a teammate', async () => {
    await page.getByRole('link', { name: 'Invite teammates' }).click()
    const dialog = page.getByRole('dialog', { name: 'Invite teammates' })
    const send = dialog.getByRole('button', { name: 'Send invites' })
    await send.click()
    await expect(dialog.getByText('Please enter an email and select a role for the first invitee')).toBeVisible()
    const emails = dialog.getByRole('textbox', { name: 'Email' })
    await emails.nth(0).fill(owner)
    await dialog.getByLabel('Role').nth(0).selectOption('Purchaser')
    await emails.nth(1).fill(email)
    await send.click()
    await expect(dialog.getByText('Please complete both email and role when adding team members')).toBeVisible()
    await dialog.getByLabel('Role').nth(1).selectOption('Purchaser')
    await send.click()
    await expect(dialog.getByText('This email has already been added to the workspace.')).toBeVisible()
    await emails.nth(0).fill(email)
    await emails.nth(1).fill('')
    await dialog.getByLabel('Role').nth(1).selectOption('Select a role')
    await expectAccessible(page, 'invite dialog')
    await send.click()
    await expect(dialog).toBeHidden()
    await expect(rowOf(page, email)).toContainText('Purchaser')
    await expect(rowOf(page, email)).toContainText('Invited')
    await expectAccessible(page, 'team')
  })

  await test.step('the team can be searched and sorted, and an invitation link copied', async () => {
    const search = page.getByRole('searchbox', { name: 'Search the team' })
    const names = page.getByRole('main').getByRole('listitem')
    await expect(page.getByText('1 person, 1 invited')).toBeVisible()
    await page.evaluate(() => Object.assign(window, { sameDocument: true }))
    await search.pressSequentially('nobody-at-all')
    await expect(page.getByText('Nobody matches')).toBeVisible()
    await page.getByRole('link', { name: 'Show the whole team' }).click()
    await expect(names).toHaveCount(2)
    await expect(search).toHaveValue('')
    await search.pressSequentially(email)
    await expect(names).toHaveCount(1)
    await expect(search).toBeFocused()
    await expect(page).toHaveURL(url => url.searchParams.get('search[query]') === email)
    await search.fill('')
    await expect(names).toHaveCount(2)
    for (const [sort, name, first] of [
      ['Newest first', 'newest', email],
      ['By role', 'role', owner],
    ] as const) {
      await page.getByRole('combobox', { name: 'Sort' }).selectOption(sort)
      await expect(page).toHaveURL(new RegExp(`sort=${name}`))
      await expect(names.first()).toContainText(first)
    }
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await chooseAction(page, email, 'Copy link')
    const dialog = page.getByRole('dialog', { name: 'Copy link' })
    await expect(dialog.getByLabel('Invitation link')).toHaveValue(/invite_token=/)
    copiedLink = await dialog.getByLabel('Invitation link').inputValue()
    await dialog.getByRole('button', { name: 'Copy link' }).click()
    await expect(page.getByText('Link copied.')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(copiedLink)
  })

  const { subject, links } = await waitForMail(email)
  expect(subject).toBe('Join Northlight on Longtake')
  const link = links.find(url => url.includes('invite_token=')) ?? ''
  const matePage = await openNewContext(browser, page)

  await test.step('the teammate registers with the link in the mail', async () => {
    const requests: string[] = []
    matePage.on('request', request => requests.push(`${request.url()} ${request.headers()['referer'] ?? ''}`))
    await matePage.goto(link)
    await expect(matePage).toHaveURL(/\/$/)
    const dialog = matePage.getByRole('dialog', { name: 'Join Northlight' })
    await expect(dialog.getByRole('textbox', { name: 'Email' })).toHaveValue(email)
    await dialog.getByLabel('First name').fill('Ada')
    await dialog.getByLabel('Last name').fill('Byron')
    await dialog.getByLabel('Password', { exact: true }).fill(password)
    await dialog.getByRole('button', { name: 'Create Free Account' }).click()
    await enterRegistrationCode(dialog, email)
    const welcome = matePage.getByRole('dialog', { name: 'Welcome to Longtake' })
    await expect(welcome).toContainText('Your profile and workspace are ready to go!')
    await welcome.getByRole('button', { name: 'Start browsing' }).click()
    await expect(matePage).toHaveURL(/\/workspace\/overview$/)
    await expect(matePage.getByRole('heading', { level: 1, name: 'Northlight' })).toBeVisible()
    await expect(matePage.getByRole('definition').filter({ hasText: 'Purchaser' })).toBeVisible()
    // The token must appear only in the first URL and in calls of the invite API.
    const token = new URL(link).searchParams.get('invite_token') ?? ''
    const leaks = requests.filter(line => line.includes(token) && !line.includes('/api/workspaces/invite/'))
    expect(leaks.map(line => line.split(' ')[0])).toEqual([link])
  })

  await test.step('an invitation link works once', async () => {
    const lateVisitor = await openNewContext(browser, page)
    await lateVisitor.goto(link)
    await expect(lateVisitor.getByText('This invitation is no longer valid. Please ask for a new one.')).toBeVisible()
    await lateVisitor.context().close()
  })

  await test.step('the owner makes the teammate an asset manager', async () => {
    await page.reload()
    await chooseAction(page, 'Ada Byron', 'Edit role')
    const dialog = page.getByRole('dialog', { name: 'Edit role' })
    await dialog.getByRole('radio', { name: 'Asset manager' }).check()
    await dialog.getByRole('button', { name: 'Save role' }).click()
    await expect(rowOf(page, email)).toContainText('Asset manager')
    const { role } = await callApi<{ role: string }>(matePage, 'GET', '/workspaces/current')
    expect(role).toBe('asset_manager')
  })

  await test.step('the owner removes the teammate, who stays logged in to their own workspace', async () => {
    await chooseAction(page, 'Ada Byron', 'Remove from team')
    await page.getByRole('dialog').getByRole('button', { name: 'Remove from team' }).click()
    await expect(rowOf(page, email)).toHaveCount(0)
    await matePage.reload()
    await expect(matePage.getByRole('heading', { level: 1, name: 'Ada Byron' })).toBeVisible()
    await expect(matePage.getByRole('definition').filter({ hasText: 'Owner' })).toBeVisible()
  })
  await matePage.context().close()
})

test('an owner transfers the workspace with their password @full', async ({ page, browser }) => {
  await register(page)
  await page.goto('/workspace/team')
  const matePage = await openNewContext(browser, page)
  const { email } = await register(matePage)
  // The name that `register` gives every user.
  const name = 'Nora Brandt'
  await callApi(page, 'POST', '/workspace/invite', { invitees: [{ email, role: 'guest' }] })
  const { links } = await waitForMail(email, 'Join')
  await matePage.goto(links.find(url => url.includes('invite_token=')) ?? '')
  await expect(matePage.getByRole('dialog', { name: 'Welcome to Longtake' })).toBeVisible()
  await page.reload()
  await chooseAction(page, name, 'Make owner')
  const dialog = page.getByRole('dialog', { name: 'Make owner' })
  await dialog.getByLabel('Your password').fill('not-the-password')
  await dialog.getByRole('button', { name: 'Make owner' }).click()
  await expect(dialog.getByText('This password is not right.')).toBeVisible()
  await dialog.getByLabel('Your password').fill(password)
  await dialog.getByRole('button', { name: 'Make owner' }).click()
  await expect(rowOf(page, email)).toContainText('Owner')
  await expect(page.getByRole('button', { name: `Actions for ${name}` })).toHaveCount(0)
  await matePage.context().close()
})
