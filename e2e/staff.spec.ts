/** Our own people: they find somebody, act as them within limits, are themselves again; and suspend. */
import { expect, test, type Browser, type Page } from '@playwright/test'

import { expectAccessible } from './accessible.ts'
import { mailsTo } from './sandbox.ts'
import { alive, askShop, password, register, saveBilling } from './shop.ts'

/** A browser that nobody has used yet, of the same kind as the one that the story began in. */
const another = async (browser: Browser, page: Page) => {
  const context = await browser.newContext({
    viewport: page.viewportSize(),
    baseURL: new URL(page.url()).origin,
    ignoreHTTPSErrors: true,
  })
  return context.newPage()
}

const logInAsSupport = (page: Page) => logInAs(page, 'otto@longtake.example')
const logInAs = async (page: Page, login: string) => {
  await askShop(page, 'POST', '/auth/login', { login, password })
  await askShop(page, 'POST', '/user/feature-banner/dismiss')
}

/** Finds a person without the mouse. */
const openPerson = async (page: Page, email: string) => {
  await page.goto('/admin')
  await expect(page).toHaveURL(/\/admin\/people$/)
  const search = page.getByRole('searchbox', { name: 'Name, email or workspace' })
  await alive(page)
  await page.keyboard.press('/')
  await expect(search).toBeFocused()
  // The list follows what is typed, and the field keeps the focus.
  await search.pressSequentially(email)
  await expect(page.getByText('1 person', { exact: false })).toBeVisible()
  await expect(search).toBeFocused()
  await expect(search).toHaveValue(email)
  await page.getByRole('searchbox').focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByText(email, { exact: true }).last()).toBeVisible()
}

/** The header's color, and what violet is in this browser. */
const colors = (page: Page) =>
  page.evaluate(() => {
    const probe = document.createElement('i')
    // Violet is dark in both themes.
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

test('support acts as a client: violet, limited, written down, and over with one press', async ({ page, browser }) => {
  await page.goto('/')
  const clientPage = await another(browser, page)
  const client = await register(clientPage)
  await saveBilling(clientPage, client.id)
  await logInAsSupport(page)

  await test.step('the account menu leads to the admin, in a tab of its own', async () => {
    await page.goto('/about')
    await openMenu(page)
    const portal = page.getByRole('link', { name: 'Admin portal' })
    await expect(portal).toHaveAttribute('target', '_blank')
    await expect(portal).toHaveAttribute('href', '/admin')
  })

  await test.step('a reason is asked', async () => {
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

  await test.step('the header is violet, on every page', async () => {
    for (const address of ['/', '/workspace/overview']) {
      await page.goto(address)
      const { violet, header } = await colors(page)
      expect(header).toBe(violet)
    }
    await expectAccessible(page, 'acting as somebody')
  })

  await test.step('help is possible, what is the client’s alone is not', async () => {
    await askShop(page, 'POST', '/wishlists', { name: 'Found it' })
    for (const [address, button] of [
      ['/account/password', 'Change password'],
      ['/workspace/billing', 'Save billing'],
    ] as const) {
      await page.goto(address)
      await expect(page.getByText('Only Nora Brandt can do this: you act as them.', { exact: false })).toBeVisible()
      await expect(page.getByRole('main').getByRole('button', { name: button }).first()).toBeDisabled()
      await expect(page.getByRole('main').getByRole('textbox').first()).toBeDisabled()
    }
    // What the client filled in is there to be read, and not a field of it to be changed.
    const fields = page.getByRole('main').getByRole('textbox')
    await expect(page.getByLabel('Company name')).toHaveValue('Aster & Daughters')
    await expect(page.getByLabel('City')).toHaveValue('Oakland')
    for (const field of await fields.all()) await expect(field).toBeDisabled()
    await expectAccessible(page, 'what is not ours to change')
    await page.goto('/workspace/overview')
    await expect(page.getByRole('button', { name: 'Upload logo' })).toBeDisabled()
    await expect(page.getByRole('button', { name: 'Invite teammates' })).toBeDisabled()
    await expect(page.getByRole('button', { name: 'Rename' })).toBeEnabled()
    await page.goto('/admin/people')
    await expect(page.getByRole('heading', { name: 'End the masquerade first.' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Log Out as User: Nora Brandt' })).toBeInViewport({ ratio: 1 })
  })

  await test.step('the last entry of the menu leads out', async () => {
    await page.goto('/boards')
    await expect(page.getByText('Found it').first()).toBeVisible()
    await openMenu(page)
    await page.getByRole('button', { name: 'Log Out as User: Nora Brandt' }).click()
    await expect
      .poll(async () => (await askShop<{ email: string } | null>(page, 'GET', '/auth'))?.email)
      .toBe('otto@longtake.example')
    await expect(page.getByRole('banner')).not.toHaveAttribute('data-theme', 'dark')
    await openMenu(page)
    await expect(page.getByRole('button', { name: 'Logout', exact: true })).toBeVisible()
  })

  await test.step('the client reads in the log who was there', async () => {
    await clientPage.goto('/workspace/audit')
    await expect(clientPage.getByText('verified: none is missing, none was edited', { exact: false })).toBeVisible()
    const entries = clientPage.getByRole('listitem').filter({ hasText: 'Longtake support' })
    await expect(entries).toHaveCount(2)
    await expect(entries.last()).toContainText('Our support began to act as somebody')
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

test('anything is found from anywhere in the admin, by keys alone', async ({ page }) => {
  await page.goto('/')
  await logInAsSupport(page)
  await page.goto('/admin/log')
  await alive(page)
  await expect(page).toHaveTitle('Log | Admin | Longtake')
  // Typed at once, as by somebody who does not wait for the field.
  await page.keyboard.press('Control+k')
  await page.keyboard.type('mara')
  const field = page.getByRole('combobox', { name: 'Find a person, a workspace, an order, a clip …' })
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('mara')
  await page.keyboard.type('@northlight')
  await expect(field).toHaveValue('mara@northlight')
  const found = page.getByRole('listbox')
  await expect(found.getByRole('group', { name: 'Workspaces' })).toContainText('mara@northlight.example')
  await expect(found.getByRole('group', { name: 'People' })).toContainText('Mara Lindqvist')
  await expectAccessible(page, 'find')
  await field.fill('sam@north')
  await expect(found.getByRole('group', { name: 'People' }).getByRole('option')).toHaveCount(1)
  await field.press('Enter')
  await expect(page).toHaveURL(/\/admin\/people\/\d+$/)
  await expect(page.getByRole('heading', { name: 'Sam Whitlock' })).toBeVisible()

  await page.getByRole('button', { name: 'Find', exact: true }).click()
  await field.fill('tick')
  await expect(found.getByRole('group', { name: 'Rooms' })).toContainText('Tickets')
  await field.fill('sales')
  await expect(found.getByRole('group', { name: 'Rooms' }).getByRole('option')).toHaveCount(3)
  await field.fill('nothing is called this')
  await expect(page.getByText('Nothing matches.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(field).toBeHidden()
})

test('the rooms stand in groups: those of one’s own in sight, the others behind a key or a press', async ({
  page,
  isMobile,
}) => {
  await page.goto('/')
  await logInAsSupport(page)
  await page.goto('/admin/people')
  await alive(page)
  const bar = page.getByRole('navigation', { name: 'Admin' })
  const current = bar.getByRole('link').and(page.locator('[aria-current="page"]'))
  const roomsOf = (group: string) => bar.getByRole('list', { name: `Rooms of ${group}` }).getByRole('link')
  if (isMobile) {
    await expect(bar.getByRole('link')).toHaveCount(0)
    await bar.getByRole('button', { name: 'Rooms: People' }).click()
    await expect(current).toHaveText('People')
    await expectAccessible(page, 'all rooms')
    await roomsOf('Sales').getByText('Rates', { exact: true }).click()
    await expect(bar.getByRole('button', { name: 'Rooms: Rates' })).toBeVisible()
  } else {
    await expect(roomsOf('Clients')).toHaveText(['People', 'Workspaces', 'Orders', 'Tickets', 'Approvals'])
    await bar.getByRole('button', { name: 'Sales', exact: true }).focus()
    await page.keyboard.press('ArrowDown')
    await expect(roomsOf('Sales').first()).toBeFocused()
    await expectAccessible(page, 'rooms of a group')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(current).toHaveText('Rates')
    await expect(roomsOf('Clients')).toHaveCount(0)
    // Banners, flags and jobs are for platform admins.
    await bar.getByRole('button', { name: 'Site', exact: true }).click()
    await expect(roomsOf('Site')).toHaveText(['Log', 'API'])
    await page.keyboard.press('Escape')
    await expect(roomsOf('Site')).toHaveCount(0)
    await expect(bar.getByRole('button', { name: 'Site', exact: true })).toBeFocused()
  }
  await expect(page).toHaveURL(/\/admin\/rates$/)
  await expect(page.getByRole('searchbox', { name: 'Rate, end client or workspace' })).toBeVisible()
  if (isMobile) return
  // The empty side says how one is chosen, and it is so from wherever somebody is.
  await page.getByRole('heading', { name: 'Choose a rate' }).click()
  await page.keyboard.press('ArrowDown')
  await expect(
    page.getByRole('region', { name: 'Find rates' }).getByRole('listitem').first().getByRole('link'),
  ).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/rates\/\d+$/)
  await expect(page.getByRole('heading', { name: 'Choose a rate' })).toBeHidden()
})

test('a list in which nothing is found leads back to all of it', async ({ page }) => {
  await page.goto('/')
  await logInAsSupport(page)
  await page.goto('/admin/coupons?search=nothing-is-called-this')
  await expect(page.getByRole('heading', { level: 1, name: 'Coupons' })).toBeAttached()
  await page.getByRole('link', { name: 'Show all coupons' }).click()
  await expect(page).toHaveURL(/\/admin\/coupons$/)
  await expect(page.getByText('FIRSTCUT')).toBeVisible()
})

test('reconciliation says when the first report appears', async ({ page }) => {
  await page.goto('/')
  await logInAs(page, 'vera@longtake.example')
  await page.goto('/admin/reconciliation')
  await expect(page.getByRole('heading', { name: 'Reconciliation' })).toBeVisible()
  await expect(page.getByText('There is no report yet.', { exact: false })).toBeVisible()
  await expectAccessible(page, 'reconciliation without a report')
})

test('a platform admin gives a role with its reason, and takes it again', async ({ page, isMobile }) => {
  await page.goto('/')
  await askShop(page, 'POST', '/auth/login', { login: 'vera@longtake.example', password })
  await askShop(page, 'POST', '/user/feature-banner/dismiss')
  // Each width somebody else: they run side by side.
  await openPerson(page, isMobile ? 'lena@halyard.example' : 'samira@siroccoreel.example')
  const history = page.getByRole('region', { name: 'What we did' })
  const dialog = page.getByRole('dialog', { name: 'Roles' })
  const set = async (isOn: boolean, reason: string) => {
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
  await set(true, 'Cuts trailers for the festival')
  await expect(history).toContainText('roles: none → Partner')
  await set(false, 'The festival is over')
  await expect(history).toContainText('roles: Partner → none')
})

test('whoever is suspended reaches nothing but us, and comes back', async ({ page, browser }) => {
  await page.goto('/about')
  const clientPage = await another(browser, page)
  const client = await register(clientPage)
  await logInAsSupport(page)
  await openPerson(page, client.email)
  await page.getByRole('button', { name: 'Suspend', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Suspend' })
  await dialog.getByLabel('Reason').fill('A card that is not theirs')
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  await expect(page.getByText('A card that is not theirs').last()).toBeVisible()

  for (const address of ['/', '/clips', '/cart', '/workspace/overview', '/admin/people', '/nowhere']) {
    await clientPage.goto(address)
    await expect(clientPage, address).toHaveURL(/\/suspended$/)
  }
  await expectAccessible(clientPage, 'suspended')
  await clientPage.getByRole('link', { name: 'Contact support' }).click()
  await expect(clientPage).toHaveURL(/\/contact\?topic=account$/)
  await clientPage.getByLabel('Message').fill('Please look at it again.')
  await clientPage.getByRole('button', { name: 'Send message' }).click()
  await expect(clientPage.getByRole('heading', { name: 'It’s with us.' })).toBeVisible()

  await page.getByRole('button', { name: 'Let in again' }).click()
  const back = page.getByRole('dialog', { name: 'Let in again' })
  await back.getByLabel('Reason').fill('It was their own')
  await back.getByRole('button', { name: 'Let in' }).click()
  await expect(page.getByText('It was their own')).toBeVisible()
  await clientPage.goto('/workspace/overview')
  await expect(clientPage).toHaveURL(/\/workspace\/overview$/)
})

test('pages for some lead everybody else on', async ({ page }) => {
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

test('a workspace asks for what it cannot change itself', async ({ page }) => {
  const { email } = await register(page)
  await page.goto('/workspace/billing')
  await page.getByRole('button', { name: 'Ask for a change' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ask for a billing change' })
  await dialog.getByRole('button', { name: 'Send request' }).click()
  await expect(dialog.getByText('Message is required.')).toBeVisible()
  await dialog.getByLabel('Message').fill('Sixty days, please.')
  await expectAccessible(page, 'billing change')
  await dialog.getByRole('button', { name: 'Send request' }).click()
  await expect(page.getByRole('heading', { name: 'It’s with us.' })).toBeVisible()
  await page.goto('/workspace/overview')
  for (const name of ['Workspace support', 'Unlock enterprise features']) {
    await page.getByRole('button', { name }).click()
    const asked = page.getByRole('dialog', { name })
    await asked.getByRole('button', { name: 'Send request' }).click()
    await expect(asked.getByText('Message is required.')).toBeVisible()
    await asked.getByLabel('Message').fill(`${name}, please.`)
    await asked.getByRole('button', { name: 'Send request' }).click()
    await expect(page.getByRole('heading', { name: 'It’s with us.' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  for (const subject of ['Workspace support', 'Enterprise features'])
    await expect.poll(async () => (await mailsTo('hello@longtake.example', subject, email)).length).toBe(1)
})

/** One for each screen and each try: what is dismissed stays away. */
const readers: Record<string, readonly string[]> = {
  desktop: ['ines@northlight.example', 'mara@northlight.example'],
  phone: ['sam@northlight.example', 'ada@longtake.example'],
}

test('what is new is shown once, keeps away from the cart, and is gone when it was closed', async ({ page }, {
  project,
  retry,
}) => {
  await askShop(page, 'POST', '/auth/login', { login: readers[project.name]?.[retry], password })
  await page.clock.install()
  const asked: string[] = []
  page.on('request', request => {
    const { pathname } = new URL(request.url())
    if (pathname.includes('feature-banner')) asked.push(`${request.method()} ${pathname.split('/').at(-1)}`)
  })
  for (const address of ['/cart', '/pricing']) {
    await page.goto(address)
    await expect.poll(() => asked).toContain('GET feature-banner')
    await expect(page.getByText('NEW!')).toBeHidden()
    asked.length = 0
  }
  await page.goto('/about')
  const name = 'See it before you open it'
  if (project.name === 'phone') {
    // Its text shows keys, and a phone has none.
    await expect.poll(() => asked).toContain('GET feature-banner')
    await page.clock.runFor(5_000)
    await expect(page.getByText('NEW!')).toBeHidden()
    expect(asked).not.toContain('POST read')
    return
  }
  const banner = page.getByRole('complementary', { name })
  await expect(banner).toBeVisible()
  const [card, content] = [await banner.boundingBox(), await page.getByRole('main').boundingBox()]
  expect(card && content && card.y + card.height).toBeLessThanOrEqual(content?.y ?? 0)
  await expect(banner.getByText('NEW!')).toBeVisible()
  await expect(banner.locator('kbd')).toHaveText(['Shift', 'Alt'])
  await expect.poll(() => asked).toContain('POST read')
  await expectAccessible(page, 'feature banner')
  await banner.getByRole('button', { name: `Dismiss: ${name}` }).click()
  await expect(banner).toBeHidden()
  await expect.poll(() => asked).toContain('POST dismiss')
  expect(asked.filter(one => one === 'GET feature-banner')).toHaveLength(1)
  await page.goto('/faq')
  await expect.poll(() => asked.filter(one => one === 'GET feature-banner').length).toBe(2)
  await expect(page.getByText('NEW!')).toBeHidden()
})
