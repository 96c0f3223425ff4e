/** Staff in the admin panel: masquerading with limits, navigation and search, roles and suspension. */
import { expect, test, type Browser, type Page } from '@playwright/test'

import { expectAccessible } from './accessibility.ts'
import { goToAdminPage } from './admin-nav.ts'
import { listMails } from './sandbox.ts'
import { waitForHydration, callApi, password, register, saveBilling } from './shop.ts'

/** Opens a page in a new context with the same viewport and base URL. */
const openNewContext = async (browser: Browser, page: Page) => {
  const context = await browser.newContext({
    viewport: page.viewportSize(),
    baseURL: new URL(page.url()).origin,
    ignoreHTTPSErrors: true,
  })
  return context.newPage()
}

const logInAsSupport = (page: Page) => logInAs(page, 'otto@longtake.example')
const logInAs = async (page: Page, login: string) => {
  await callApi(page, 'POST', '/auth/login', { login, password })
  await callApi(page, 'POST', '/user/feature-banner/dismiss')
}

/** Finds and opens a person by keyboard. */
const openPerson = async (page: Page, email: string) => {
  await page.goto('/admin')
  await goToAdminPage(page, 'People', 'Clients')
  await expect(page).toHaveURL(/\/admin\/people$/)
  const search = page.getByRole('searchbox', { name: 'Name, email or workspace' })
  await waitForHydration(page)
  await page.keyboard.press('/')
  await expect(search).toBeFocused()
  // The list updates while typing, and the field keeps the focus.
  await search.pressSequentially(email)
  await expect(page.getByText('1 person', { exact: false })).toBeVisible()
  await expect(search).toBeFocused()
  await expect(search).toHaveValue(email)
  await page.getByRole('searchbox').focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByText(email, { exact: true }).last()).toBeVisible()
}

/** The header's color and the color of the violet token. */
const readColors = (page: Page) =>
  page.evaluate(() => {
    const probe = document.createElement('i')
    // The violet token is dark in both themes.
    probe.dataset.theme = 'dark'
    probe.style.background = 'var(--violet)'
    document.body.append(probe)
    const violet = getComputedStyle(probe).backgroundColor
    probe.remove()
    const header = document.querySelector('header')
    return { violet, header: header && getComputedStyle(header).backgroundColor }
  })

const openMenu = async (page: Page) => {
  const isWide = (page.viewportSize()?.width ?? 0) >= 1110
  await page.getByRole('button', { name: isWide ? 'Your account' : 'Menu', exact: true }).click()
}

test('support masquerades as a client: with a violet header, limits, an audit log and a way out', async ({
  page,
  browser,
}) => {
  await page.goto('/')
  const clientPage = await openNewContext(browser, page)
  const client = await register(clientPage)
  await saveBilling(clientPage, client.id)
  await logInAsSupport(page)

  await test.step('the account menu links to the admin panel in a new tab', async () => {
    await page.goto('/about')
    await openMenu(page)
    const portal = page.getByRole('link', { name: 'Admin portal' })
    await expect(portal).toHaveAttribute('target', '_blank')
    await expect(portal).toHaveAttribute('href', '/admin')
  })

  await test.step('a reason is required', async () => {
    await openPerson(page, client.email)
    await expectAccessible(page, 'a person in the admin')
    await page.getByRole('button', { name: 'Masquerade' }).click()
    const dialog = page.getByRole('dialog', { name: 'Masquerade' })
    await dialog.getByRole('button', { name: 'Act as this person' }).click()
    await expect(dialog.getByText('Reason is required')).toBeVisible()
    await dialog.getByLabel('Reason').fill('Ticket 3F9A21C7: cannot find a board')
    await expectAccessible(page, 'masquerade dialog')
    await dialog.getByRole('button', { name: 'Act as this person' }).click()
    await expect(page).toHaveURL(url => url.pathname === '/')
  })

  await test.step('the header is violet on every page', async () => {
    for (const path of ['/', '/workspace/overview']) {
      await page.goto(path)
      const { violet, header } = await readColors(page)
      expect(header).toBe(violet)
    }
    await expectAccessible(page, 'acting as somebody')
  })

  await test.step('support can help, but cannot change what only the client may', async () => {
    await callApi(page, 'POST', '/wishlists', { name: 'Found it' })
    for (const [path, button] of [
      ['/account/password', 'Change password'],
      ['/workspace/billing', 'Save billing'],
    ] as const) {
      await page.goto(path)
      await expect(page.getByText('Only Nora Brandt can do this: you act as them.', { exact: false })).toBeVisible()
      await expect(page.getByRole('main').getByRole('button', { name: button }).first()).toBeDisabled()
      await expect(page.getByRole('main').getByRole('textbox').first()).toBeDisabled()
    }
    // The client's values are readable, but every field is disabled.
    const fields = page.getByRole('main').getByRole('textbox')
    await expect(page.getByLabel('Company name')).toHaveValue('Aster & Daughters')
    await expect(page.getByLabel('City')).toHaveValue('Oakland')
    for (const field of await fields.all()) await expect(field).toBeDisabled()
    await expectAccessible(page, 'a form disabled during a masquerade')
    await page.goto('/workspace/overview')
    await expect(page.getByRole('button', { name: 'Upload logo' })).toBeDisabled()
    await expect(page.getByRole('button', { name: 'Invite teammates' })).toBeDisabled()
    await expect(page.getByRole('button', { name: 'Rename' })).toBeEnabled()
    await page.goto('/admin/people')
    await expect(page.getByRole('heading', { name: 'End the masquerade first.' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Log Out as User: Nora Brandt' })).toBeInViewport({ ratio: 1 })
  })

  await test.step('the last menu entry ends the masquerade', async () => {
    await page.goto('/boards')
    await expect(page.getByText('Found it').first()).toBeVisible()
    await openMenu(page)
    await page.getByRole('button', { name: 'Log Out as User: Nora Brandt' }).click()
    await expect
      .poll(async () => (await callApi<{ email: string } | null>(page, 'GET', '/auth'))?.email)
      .toBe('otto@longtake.example')
    await expect(page.getByRole('banner')).not.toHaveAttribute('data-theme', 'dark')
    await openMenu(page)
    await expect(page.getByRole('button', { name: 'Logout', exact: true })).toBeVisible()
  })

  await test.step('the client sees the masquerade in the audit log', async () => {
    await clientPage.goto('/workspace/audit')
    await expect(clientPage.getByText('verified: none is missing, none was edited', { exact: false })).toBeVisible()
    const entries = clientPage.getByRole('listitem').filter({ hasText: 'Longtake support' })
    await expect(entries).toHaveCount(2)
    await expect(entries.last()).toContainText('Our support started acting as a member')
    await expectAccessible(clientPage, 'the log')
    await clientPage.getByLabel('What').selectOption('Renamed the workspace')
    await clientPage.getByRole('button', { name: 'Show' }).click()
    await expect(clientPage).toHaveURL(/action=workspace\.renamed/)
    await clientPage.goto('/workspace/audit')
    const [download] = await Promise.all([
      clientPage.waitForEvent('download'),
      clientPage.getByRole('link', { name: 'Export as CSV' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^longtake-workspace-log-\d{4}-\d{2}-\d{2}\.csv$/)
  })
})

test('the admin search finds everything by keyboard', async ({ page }) => {
  await page.goto('/')
  await logInAsSupport(page)
  await page.goto('/admin/log')
  await waitForHydration(page)
  await expect(page).toHaveTitle('Log | Admin | Longtake')
  // Typed at once, before the field has the focus.
  await page.keyboard.press('Control+k')
  await page.keyboard.type('mara')
  const field = page.getByRole('combobox', { name: 'Find a person, a workspace, an order, a clip …' })
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('mara')
  await page.keyboard.type('@northlight')
  await expect(field).toHaveValue('mara@northlight')
  const results = page.getByRole('listbox')
  await expect(results.getByRole('group', { name: 'Workspaces' })).toContainText('mara@northlight.example')
  await expect(results.getByRole('group', { name: 'People' })).toContainText('Mara Lindqvist')
  await expectAccessible(page, 'find')
  await field.fill('sam@north')
  await expect(results.getByRole('group', { name: 'People' }).getByRole('option')).toHaveCount(1)
  await field.press('Enter')
  await expect(page).toHaveURL(/\/admin\/people\/\d+$/)
  await expect(page.getByRole('heading', { name: 'Sam Whitlock' })).toBeVisible()

  await page.getByRole('button', { name: 'Find', exact: true }).click()
  await field.fill('tick')
  await expect(results.getByRole('group', { name: 'Pages' })).toContainText('Tickets')
  await field.fill('sales')
  await expect(results.getByRole('group', { name: 'Pages' }).getByRole('option')).toHaveCount(3)
  await field.fill('nothing is called this')
  await expect(page.getByText('Nothing matches.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(field).toBeHidden()
})

test('the admin navigation shows the pages of the current group and opens the others by key or click @phone', async ({
  page,
  isMobile,
}) => {
  await page.goto('/')
  await logInAsSupport(page)
  await page.goto('/admin/people')
  await waitForHydration(page)
  const adminNav = page.getByRole('navigation', { name: 'Admin' })
  const current = adminNav.getByRole('link').and(page.locator('[aria-current="page"]'))
  const groupLinks = (group: string) => adminNav.getByRole('list', { name: `${group} pages` }).getByRole('link')
  if (isMobile) {
    await expect(adminNav.getByRole('link')).toHaveCount(0)
    await adminNav.getByRole('button', { name: 'Admin pages: People' }).click()
    await expect(current).toHaveText('People')
    await expectAccessible(page, 'all admin pages')
    await groupLinks('Sales').getByText('Rates', { exact: true }).click()
    await expect(adminNav.getByRole('button', { name: 'Admin pages: Rates' })).toBeVisible()
  } else {
    await expect(groupLinks('Clients')).toHaveText(['People', 'Workspaces', 'Orders', 'Tickets', 'Approvals'])
    await adminNav.getByRole('button', { name: 'Sales', exact: true }).focus()
    await page.keyboard.press('ArrowDown')
    await expect(groupLinks('Sales').first()).toBeFocused()
    await expectAccessible(page, 'pages of a group')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(groupLinks('Clients')).toHaveCount(0)
    // The menu that closes has the link for a moment, too.
    await expect(current).toHaveCount(1)
    await expect(current).toHaveText('Rates')
    // Banners, flags and jobs are only for platform admins.
    await adminNav.getByRole('button', { name: 'Site', exact: true }).click()
    await expect(groupLinks('Site')).toHaveText(['Log', 'Version', 'API'])
    await page.keyboard.press('Escape')
    await expect(groupLinks('Site')).toHaveCount(0)
    await expect(adminNav.getByRole('button', { name: 'Site', exact: true })).toBeFocused()
  }
  await expect(page).toHaveURL(/\/admin\/rates$/)
  await expect(page.getByRole('searchbox', { name: 'Rate, end client or workspace' })).toBeVisible()
  if (isMobile) return
  // The empty detail pane says how to choose an entry, and the shortcut works from any focus.
  await page.getByRole('heading', { name: 'Choose a rate' }).click()
  await page.keyboard.press('ArrowDown')
  await expect(
    page.getByRole('region', { name: 'Find rates' }).getByRole('listitem').first().getByRole('link'),
  ).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/rates\/\d+$/)
  await expect(page.getByRole('heading', { name: 'Choose a rate' })).toBeHidden()
})

test('a search without results links back to the full list @full', async ({ page }) => {
  await page.goto('/')
  await logInAsSupport(page)
  await page.goto('/admin/coupons?search=nothing-is-called-this')
  await expect(page.getByRole('heading', { level: 1, name: 'Coupons' })).toBeAttached()
  await page.getByRole('link', { name: 'Show all coupons' }).click()
  await expect(page).toHaveURL(/\/admin\/coupons$/)
  await expect(page.getByText('FIRSTCUT')).toBeVisible()
})

test('the reconciliation page says when the first report appears @full', async ({ page }) => {
  await page.goto('/')
  await logInAs(page, 'vera@longtake.example')
  await page.goto('/admin/reconciliation')
  await expect(page.getByRole('heading', { name: 'Reconciliation' })).toBeVisible()
  await expect(page.getByText('There is no report yet.', { exact: false })).toBeVisible()
  await expectAccessible(page, 'reconciliation without a report')
})

test('a platform admin grants a role with a reason and revokes it @full', async ({ page, isMobile }) => {
  await page.goto('/')
  await callApi(page, 'POST', '/auth/login', { login: 'vera@longtake.example', password })
  await callApi(page, 'POST', '/user/feature-banner/dismiss')
  // Each project uses another person, because they run in parallel.
  await openPerson(page, isMobile ? 'lena@halyard.example' : 'samira@siroccoreel.example')
  const history = page.getByRole('region', { name: 'What we did' })
  const dialog = page.getByRole('dialog', { name: 'Roles' })
  const setPartnerRole = async (isOn: boolean, reason: string) => {
    await page.getByRole('button', { name: 'Roles', exact: true }).click()
    await dialog.getByRole('checkbox', { name: 'Partner' }).setChecked(isOn)
    await dialog.getByRole('button', { name: 'Change roles' }).click()
    await expect(dialog.getByText('required', { exact: false })).toBeVisible()
    await expectAccessible(page, 'roles')
    await dialog.getByRole('textbox', { name: 'Reason' }).fill(reason)
    await dialog.getByRole('button', { name: 'Change roles' }).click()
    await expect(dialog).toBeHidden()
    await expect(history).toContainText(reason)
  }
  await setPartnerRole(true, 'Cuts trailers for the festival')
  await expect(history).toContainText('roles: none → Partner')
  await setPartnerRole(false, 'The festival is over')
  await expect(history).toContainText('roles: Partner → none')
})

test('a suspended user can only contact support, and can be reinstated @full', async ({ page, browser }) => {
  await page.goto('/about')
  const clientPage = await openNewContext(browser, page)
  const client = await register(clientPage)
  await logInAsSupport(page)
  await openPerson(page, client.email)
  await page.getByRole('button', { name: 'Suspend', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Suspend' })
  await dialog.getByLabel('Reason').fill('A card that is not theirs')
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  await expect(page.getByText('A card that is not theirs').last()).toBeVisible()

  for (const path of ['/', '/clips', '/cart', '/workspace/overview', '/admin/people', '/nowhere']) {
    await clientPage.goto(path)
    await expect(clientPage, path).toHaveURL(/\/suspended$/)
  }
  await expectAccessible(clientPage, 'suspended')
  await clientPage.getByRole('link', { name: 'Contact support' }).click()
  await expect(clientPage).toHaveURL(/\/contact\?topic=account$/)
  await clientPage.getByLabel('Message').fill('Please look at it again.')
  await clientPage.getByRole('button', { name: 'Send message' }).click()
  await expect(clientPage.getByRole('heading', { name: 'It’s with us.' })).toBeVisible()

  await page.getByRole('button', { name: 'Reinstate' }).click()
  const reinstateDialog = page.getByRole('dialog', { name: 'Reinstate' })
  await reinstateDialog.getByLabel('Reason').fill('It was their own')
  await reinstateDialog.getByRole('button', { name: 'Reinstate' }).click()
  await expect(page.getByText('It was their own')).toBeVisible()
  await clientPage.goto('/workspace/overview')
  await expect(clientPage).toHaveURL(/\/workspace\/overview$/)
})

test('pages that require a login or a role redirect everyone else @full', async ({ page }) => {
  await page.goto('/restricted')
  await expect(page).toHaveURL(url => url.pathname === '/')
  await page.goto('/conditional')
  await expect(page).toHaveURL(/\/conditional-redirect$/)
  await page.goto('/%62oards?sort=newest')
  await expect(page).toHaveURL(/\/login\?next=/)
  await register(page)
  await page.goto('/conditional')
  await expect(page).toHaveURL(/\/conditional-redirect$/)
  await expectAccessible(page, 'what do you make')
  await page.getByRole('button', { name: 'Documentary' }).click()
  await page.getByRole('button', { name: 'Save what you make' }).click()
  await expect(page).toHaveURL(/\/conditional$/)
  await expect(page.getByRole('heading', { level: 2, name: 'Documentary' })).toBeVisible()
  await expectAccessible(page, 'picked')
  await page.goto('/admin/people')
  await expect(page.getByText('error 404')).toBeVisible()
})

test('a workspace can request what it cannot change itself @full', async ({ page }) => {
  const { email } = await register(page)
  await page.goto('/workspace/billing')
  await page.getByRole('button', { name: 'Request a change' }).click()
  const dialog = page.getByRole('dialog', { name: 'Request a billing change' })
  await dialog.getByRole('button', { name: 'Send request' }).click()
  await expect(dialog.getByText('Message is required.')).toBeVisible()
  await dialog.getByLabel('Message').fill('Sixty days, please.')
  await expectAccessible(page, 'billing change')
  await dialog.getByRole('button', { name: 'Send request' }).click()
  await expect(page.getByRole('heading', { name: 'It’s with us.' })).toBeVisible()
  await page.goto('/workspace/overview')
  for (const name of ['Workspace support', 'Unlock enterprise features']) {
    await page.getByRole('button', { name }).click()
    const requestDialog = page.getByRole('dialog', { name })
    await requestDialog.getByRole('button', { name: 'Send request' }).click()
    await expect(requestDialog.getByText('Message is required.')).toBeVisible()
    await requestDialog.getByLabel('Message').fill(`${name}, please.`)
    await requestDialog.getByRole('button', { name: 'Send request' }).click()
    await expect(page.getByRole('heading', { name: 'It’s with us.' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  for (const subject of ['Workspace support', 'Enterprise features'])
    await expect.poll(async () => (await listMails('hello@longtake.example', subject, email)).length).toBe(1)
})

/** A different user for each project, because a dismissed banner stays away. */
const bannerReaders: Record<string, string> = { desktop: 'ines@northlight.example', phone: 'sam@northlight.example' }

test('the feature banner is shown once, not on the cart, and stays away after it was dismissed @full', async ({
  page,
}, { project }) => {
  await callApi(page, 'POST', '/auth/login', { login: bannerReaders[project.name], password })
  await page.clock.install()
  const bannerRequests: string[] = []
  page.on('request', request => {
    const { pathname } = new URL(request.url())
    if (pathname.includes('feature-banner')) bannerRequests.push(`${request.method()} ${pathname.split('/').at(-1)}`)
  })
  for (const path of ['/cart', '/pricing']) {
    await page.goto(path)
    await expect.poll(() => bannerRequests).toContain('GET feature-banner')
    await expect(page.getByText('NEW!')).toBeHidden()
    bannerRequests.length = 0
  }
  await page.goto('/about')
  const name = 'See it before you open it'
  if (project.name === 'phone') {
    // The banner's text mentions keys, so it is not shown on phones.
    await expect.poll(() => bannerRequests).toContain('GET feature-banner')
    await page.clock.runFor(5_000)
    await expect(page.getByText('NEW!')).toBeHidden()
    expect(bannerRequests).not.toContain('POST read')
    return
  }
  const banner = page.getByRole('complementary', { name })
  await expect(banner).toBeVisible()
  const [card, content] = [await banner.boundingBox(), await page.getByRole('main').boundingBox()]
  expect(card && content && card.y + card.height).toBeLessThanOrEqual(content?.y ?? 0)
  await expect(banner.getByText('NEW!')).toBeVisible()
  await expect(banner.locator('kbd')).toHaveText(['Shift', 'Alt'])
  await expect.poll(() => bannerRequests).toContain('POST read')
  await expectAccessible(page, 'feature banner')
  await banner.getByRole('button', { name: `Dismiss: ${name}` }).click()
  await expect(banner).toBeHidden()
  await expect.poll(() => bannerRequests).toContain('POST dismiss')
  expect(bannerRequests.filter(request => request === 'GET feature-banner')).toHaveLength(1)
  await page.goto('/faq')
  await expect.poll(() => bannerRequests.filter(request => request === 'GET feature-banner').length).toBe(2)
  await expect(page.getByText('NEW!')).toBeHidden()
})
