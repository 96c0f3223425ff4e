/** Navigation: header, mega menu, cart popover, account menu, mobile menu, footer and theme. */
import { expect, test, type Page } from '@playwright/test'

import { expectAccessible } from './accessibility.ts'
import { waitForHydration, addToCart, callApi, listClips, password, register } from './shop.ts'

/** Logs in as a purchaser of a production company who also owns a workspace. */
const logInAsPurchaser = async (page: Page) => {
  await callApi(page, 'POST', '/auth/login', { login: 'jonas@northlight.example', password })
  // The feature banner has its own test.
  await callApi(page, 'POST', '/user/feature-banner/dismiss')
}

const header = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const recordRequests = (page: Page) => {
  const urls: string[] = []
  page.on('request', request => urls.push(new URL(request.url()).pathname))
  return urls
}

/** The URLs of all links in the page's navigation, including hidden ones. */
const linksOf = (page: Page) =>
  page
    .locator('aside a, header a, footer a, [popover] a')
    .evaluateAll(links => [...new Set(links.map(link => (link as HTMLAnchorElement).href))])

test.describe('on wide screens', () => {
  test.skip(({ isMobile }) => isMobile, 'menus that open on hover')

  test('a page contains the item count of a large cart, but not its clips @full', async ({ page }) => {
    const baseLength = (await (await page.request.get('/about')).text()).length
    const clips = (await listClips(page, 'per_page=60')).map(({ id }) => id)
    const license = { org_type: 'commercial', end_client_size: 2, format_id: 3 }
    await callApi(page, 'POST', '/v2/cart/items', { ...license, distribution_ids: [3], clips })
    const moreClips = clips.slice(0, 100 - clips.length)
    await callApi(page, 'POST', '/v2/cart/items', { ...license, distribution_ids: [2], clips: moreClips })
    const count = clips.length + moreClips.length
    expect(count).toBeGreaterThan(90)
    const html = await (await page.request.get('/about')).text()
    expect(html).toContain(`aria-label="Cart, ${count} items"`)
    expect(html.length - baseLength).toBeLessThan(5_000)
    await page.goto('/about')
    await waitForHydration(page)
    await page.getByRole('link', { name: `Cart, ${count} items` }).hover()
    await expect(page.getByRole('region', { name: 'Your cart' })).toBeVisible()
  })

  test('the bars have their designed height, and the menu loads only when the pointer approaches', async ({ page }) => {
    const urls = recordRequests(page)
    await page.goto('/about')
    await page.waitForLoadState('networkidle')
    expect((await page.getByRole('banner').boundingBox())?.height).toBeCloseTo(56, 1)
    expect((await page.getByRole('complementary').first().boundingBox())?.height).toBeCloseTo(24, 1)
    const menuRequests = () =>
      urls.filter(url => /\/(collections|support|product)-panel|collections\/groups|collections\/featured/.test(url))
    expect(menuRequests()).toEqual([])
    await page.getByRole('link', { name: 'Collections', exact: true }).first().hover()
    await expect(page.getByRole('heading', { name: 'Latest Collection' })).toBeVisible()
    expect(menuRequests().length).toBeGreaterThan(0)
  })

  test('the mega menu opens on hover with footage and groups, and closes when the pointer leaves', async ({ page }) => {
    await page.goto('/about')
    const menu = page.getByRole('region', { name: 'Collections menu' })
    await expect(async () => {
      await page.mouse.move(700, 700)
      await header(page).getByRole('link', { name: 'Collections' }).hover()
      await expect(menu).toBeVisible({ timeout: 2_000 })
    }).toPass()
    const cards = menu.getByRole('article')
    await expect(cards.nth(2)).toBeVisible()
    for (const card of await cards.all()) {
      const box = await card.boundingBox()
      expect(box?.height).toBeCloseTo(156, 1)
      expect(box?.width).toBeGreaterThanOrEqual(343)
    }
    await cards.first().hover()
    await expect(cards.first().locator('video')).toBeVisible()
    const groups = await callApi<{ name: string; collections: { data: { name: string }[] } }[]>(
      page,
      'GET',
      '/collections/groups',
    )
    for (const { name } of groups) await expect(menu.getByRole('heading', { name })).toBeVisible()
    const group = menu.getByRole('listitem').filter({ has: page.getByRole('heading', { name: groups[0]?.name ?? '' }) })
    expect((await group.boundingBox())?.height).toBeLessThanOrEqual(120)
    await expectAccessible(page, 'the mega menu, Collections')

    await header(page).getByRole('button', { name: 'Support' }).hover()
    await expect(menu).toBeHidden()
    await expect(page.getByRole('region', { name: 'Support menu' }).getByText('1-800-805-6802')).toBeVisible()
    await expectAccessible(page, 'the mega menu, Support')
    await header(page).getByRole('button', { name: 'Product' }).hover()
    const product = page.getByRole('region', { name: 'Product menu' })
    await expect(product.getByRole('heading', { name: 'Latest Films' })).toBeVisible()
    await expect(product.locator('a[href^="/films#"]')).toHaveCount(3)
    await expect(product.locator('a[href^="/articles/"]')).toHaveCount(4)
    expect((await product.locator(':scope > div').first().boundingBox())?.height).toBeLessThanOrEqual(250)
    await expectAccessible(page, 'the mega menu, Product')
    await page.mouse.move(700, 800)
    await expect(product).toBeHidden()

    await header(page).getByRole('link', { name: 'Collections' }).hover()
    await menu.getByRole('link', { name: 'Explore All' }).click()
    await expect(page).toHaveURL(/\/collections$/)
    await expect(menu).toBeHidden()
  })

  test('the mega menu works by keyboard and exposes its state', async ({ page }) => {
    await page.goto('/about')
    const button = header(page).getByRole('button', { name: 'Collections menu' })
    const menu = page.getByRole('region', { name: 'Collections menu' })
    await button.focus()
    await expect(button).toHaveAttribute('aria-expanded', 'false')
    await waitForHydration(page)
    await page.keyboard.press('Enter')
    await expect(button).toHaveAttribute('aria-expanded', 'true')
    await expect(menu.getByRole('article').nth(2)).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(menu.getByRole('article').first().getByRole('link')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
    await expect(button).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(menu).toBeVisible()
    await header(page).getByRole('link', { name: 'Pricing' }).focus()
    await expect(menu).toBeHidden()
    await button.focus()
    await page.keyboard.press('Enter')
    const [latest] = await callApi<{ slug: string; id: number }[]>(page, 'GET', '/collections?kind=shoot&per_page=1')
    await menu.getByRole('article').first().getByRole('link').focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`/collections/${latest?.slug}/${latest?.id}$`))
    await expect(menu).toBeHidden()
  })

  for (const panel of ['Collections', 'Support', 'Product'])
    test(`the keyboard moves through ${panel} with arrow keys and Tab, and back @full`, async ({ page }) => {
      await page.goto('/about')
      const button = header(page).getByRole('button', { name: new RegExp(`^${panel}( menu)?$`) })
      const menu = page.getByRole('region', { name: `${panel} menu` })
      await button.focus()
      await waitForHydration(page)
      await page.keyboard.press('ArrowDown')
      await expect(button).toHaveAttribute('aria-expanded', 'true')
      const links = menu.getByRole('link')
      await expect(links.nth(2)).toBeVisible()
      // Parts of the panel load one by one, and move the links that are there.
      await page.waitForLoadState('networkidle')
      await button.focus()
      await page.keyboard.press('ArrowDown')
      await expect(links.first()).toBeFocused()
      await page.keyboard.press('ArrowDown')
      await expect(links.nth(1)).toBeFocused()
      await page.keyboard.press('ArrowUp')
      await page.keyboard.press('ArrowUp')
      await expect(button).toBeFocused()
      await expect(menu).toBeVisible()
      const count = await links.count()
      for (let index = 0; index < count; index += 1) {
        await page.keyboard.press('Tab')
        await expect(links.nth(index)).toBeFocused()
      }
      await page.keyboard.press('Escape')
      await expect(menu).toBeHidden()
      await expect(button).toBeFocused()
      await page.keyboard.press('ArrowDown')
      await expect(menu).toBeVisible()
      await links.last().focus()
      await page.keyboard.press('Tab')
      await expect(menu).toBeHidden()
    })

  test('below 1440 pixels Collections is a link, and Support and Product open on click @full', async ({ page }) => {
    await page.goto('/about')
    await waitForHydration(page)
    for (const width of [1_110, 1_280, 1_439]) {
      await page.setViewportSize({ width, height: 800 })
      await expect(header(page).getByRole('button')).toHaveText(['Support', 'Product'])
      for (const [name, link] of [
        ['Support', 'Frequent Questions'],
        ['Product', 'Our Story'],
      ] as const) {
        await header(page).getByRole('button', { name }).click()
        const panel = page.getByRole('region', { name: `${name} menu` })
        await expect(panel.getByRole('link', { name: link })).toBeInViewport({ ratio: 1 })
        const box = await panel.boundingBox()
        expect(box && box.x + box.width).toBeLessThanOrEqual(width)
      }
      await page.keyboard.press('Escape')
      await expect(page.getByRole('region', { name: 'Product menu' })).toBeHidden()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    }
    await header(page).getByRole('link', { name: 'Collections' }).click()
    await expect(page).toHaveURL(/\/collections$/)
  })

  test('the cart popover opens after adding a clip, on hover and on focus', async ({ page }) => {
    await register(page)
    await addToCart(page)
    const license = { org_type: 'commercial', end_client_size: 2, distribution_ids: [3], format_id: 3 }
    await page.addInitScript(license => localStorage.setItem('last_license', license), JSON.stringify(license))
    await page.goto('/clips')
    const cart = page.getByRole('link', { name: 'Cart, 1 item' })
    const cartPopover = page.getByRole('region', { name: 'Your cart' })
    await expect(cart).toBeVisible()
    await expect(cartPopover).toBeHidden()
    await cart.hover()
    await expect(cartPopover.getByRole('listitem')).toHaveCount(1)
    expect((await cartPopover.boundingBox())?.width).toBeCloseTo(350, 1)
    await expectAccessible(page, 'the cart popover')
    await page.mouse.move(300, 600)
    await expect(cartPopover).toBeHidden()
    await cart.focus()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Tab')
    await expect(cartPopover).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(cartPopover).toBeHidden()
    await page
      .getByRole('button', { name: /^Add .+ to cart$/ })
      .first()
      .click()
    // The popover stays open while the pointer is over it.
    await page.mouse.move(20, 880)
    await expect(page.getByRole('link', { name: 'Cart, 2 items' })).toBeVisible()
    await expect(cartPopover).toBeVisible()
    await expect(cartPopover.getByRole('listitem')).toHaveCount(2)
    await expect(cartPopover).toBeHidden()
    await page.getByRole('link', { name: 'Cart, 2 items' }).hover()
    await cartPopover.getByRole('link', { name: 'Checkout' }).click()
    await expect(page).toHaveURL(/\/cart\/billing$/)
  })

  test('the account menu shows only permitted links, and switching the workspace updates it', async ({ page }) => {
    await logInAsPurchaser(page)
    const [ownWorkspace, teamWorkspace] = await callApi<{ id: number; name: string; owner_email: string }[]>(
      page,
      'GET',
      '/workspaces',
    )
    await callApi(page, 'PUT', '/workspaces/current', { workspace: teamWorkspace?.id })
    await page.goto('/workspace/orders?page=2')
    const menuButton = page.getByRole('button', { name: 'Your account' })
    await menuButton.click()
    const menu = page.locator('#account-menu')
    const current = menu.getByRole('button', { name: teamWorkspace?.name ?? '' })
    await expect(current).toHaveAttribute('aria-current', 'true')
    await expect(current).toContainText('mara@northlight.example')
    await expect(menu.getByRole('link', { name: 'Orders' })).toBeVisible()
    await expect(menu.getByRole('link', { name: 'Team' })).toBeHidden()
    await expectAccessible(page, 'the account menu')
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
    await menuButton.click()
    await menu.getByRole('button', { name: 'Logout' }).focus()
    await page.keyboard.press('Tab')
    await expect(menu).toBeHidden()
    await expect(page.locator(':focus')).toBeVisible()
    await menuButton.click()
    await menu.getByRole('button', { name: ownWorkspace?.owner_email ?? '' }).click()
    await expect(page).toHaveURL(/\/workspace\/orders\?page=1$/)
    await expect(page.getByText(`You now work in ${ownWorkspace?.name}.`)).toBeVisible()
    await menuButton.click()
    await expect(menu.getByRole('link', { name: 'Team' })).toBeVisible()
    await expect(menu.getByRole('button', { name: ownWorkspace?.owner_email ?? '' })).toHaveAttribute(
      'aria-current',
      'true',
    )
    // A value that an older version of the shop stored.
    await page.evaluate(() => localStorage.setItem('cart_hash', 'left-by-an-older-shop'))
    await menu.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL(/\/login$/)
    expect(await page.evaluate(() => localStorage.getItem('cart_hash'))).toBe(null)
    await expect(page.getByRole('link', { name: 'Boards' })).toBeHidden()
  })

  test('Logout in the account menu is visible at every viewport height, with many workspaces @full', async ({
    page,
  }) => {
    await logInAsPurchaser(page)
    await page.goto('/about')
    const menu = page.locator('#account-menu')
    const logout = menu.getByRole('button', { name: 'Logout' })
    for (const height of [480, 620, 768, 900, 1200]) {
      await page.setViewportSize({ width: 1366, height })
      await page.getByRole('button', { name: 'Your account' }).click()
      await expect(logout).toBeInViewport({ ratio: 1 })
      // No other element covers it.
      await logout.click({ trial: true })
      // The rest of the menu is reached by scrolling.
      const contact = menu.getByRole('link', { name: 'Contact' })
      await contact.scrollIntoViewIfNeeded()
      await contact.click({ trial: true })
      await expect(logout).toBeInViewport({ ratio: 1 })
      await page.keyboard.press('Escape')
      await expect(menu).toBeHidden()
    }
  })

  test('every account and workspace tab keeps the same layout, including Preferred Rates and Editfest @full', async ({
    page,
  }) => {
    await callApi(page, 'POST', '/auth/login', { login: 'mara@northlight.example', password })
    // A banner that appears moves the tabs away from under the pointer.
    await callApi(page, 'POST', '/user/feature-banner/dismiss')
    await page.goto('/profile/settings')
    const tabs = page.getByRole('navigation', { name: 'Your account' })
    const names = await tabs.getByRole('link').allTextContents()
    expect(names).toContain('Editfest')
    for (const name of names) {
      await tabs.getByRole('link', { name, exact: true }).click()
      await expect(tabs.getByRole('link', { name, exact: true })).toHaveAttribute('aria-current', 'page')
      await expect(page.getByRole('contentinfo')).toBeVisible()
    }
    await page.goto('/workspace/overview')
    const workspaceNav = page.getByRole('navigation', { name: 'Workspace', exact: true })
    for (const [name, heading] of [
      ['Preferred Rates', 'Preferred rates'],
      ['Editfest Clips', /Editfest/],
    ] as const) {
      await workspaceNav.getByRole('link', { name }).click()
      await expect(page.getByRole('main').getByRole('heading', { level: 1, name: heading })).toBeVisible()
    }
  })

  test('the theme is saved with the account, and the catalog reloads in it', async ({ page, browser }) => {
    const { email } = await register(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.goto('/clips')
    await page.getByRole('button', { name: 'Your account' }).click()
    const loaded = page.waitForEvent('load')
    await page.getByRole('button', { name: 'Switch between dark and light' }).click()
    await loaded
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
    const otherPage = await browser.newPage()
    await otherPage.emulateMedia({ colorScheme: 'dark' })
    await callApi(otherPage, 'POST', '/auth/login', { login: email, password })
    await otherPage.goto('/about')
    await expect(otherPage.locator('html')).toHaveAttribute('data-theme', 'light')
    await otherPage.close()
  })
})

test.describe('on a phone', () => {
  test.skip(({ isMobile }) => !isMobile, 'menus that open on tap')

  test('the menu fills the screen, has every link and closes after navigation @full @phone', async ({ page }) => {
    await page.goto('/about')
    await page.getByRole('button', { name: 'Menu', exact: true }).tap()
    const menu = page.locator('#mobile-menu')
    await expect(menu).toBeVisible()
    expect(await menu.boundingBox()).toMatchObject({ x: 0, y: 0, width: 390, height: 844 })
    for (const name of ['Search', 'Collections', 'Pricing', 'Services', 'Create free account', 'Login'])
      await expect(menu.getByRole('link', { name, exact: true })).toBeVisible()
    await expect(menu.getByRole('link', { name: 'Boards' })).toBeHidden()
    await expectAccessible(page, 'the mobile menu')
    await menu.getByRole('link', { name: 'Collections' }).tap()
    await expect(page).toHaveURL(/\/collections$/)
    await expect(menu).toBeHidden()
  })

  test('the mobile menu has the account links of a signed-in user, and the cart icon opens the cart @full @phone', async ({
    page,
  }) => {
    await register(page)
    await addToCart(page)
    await page.goto('/clips')
    await page.getByRole('button', { name: 'Menu', exact: true }).tap()
    const menu = page.locator('#mobile-menu')
    for (const name of ['Boards', 'Overview', 'Orders', 'Settings', 'Notifications', 'Contact'])
      await expect(menu.getByRole('link', { name, exact: true })).toBeVisible()
    await expectAccessible(page, 'the mobile menu, signed in')
    const logout = menu.getByRole('button', { name: 'Logout' })
    for (const height of [480, 844]) {
      await page.setViewportSize({ width: 390, height })
      await menu.evaluate(element => element.scrollTo(0, 0))
      await expect(logout).toBeInViewport({ ratio: 1 })
      await logout.click({ trial: true })
    }
    await menu.getByRole('button', { name: 'Close menu' }).tap()
    await page.getByRole('link', { name: 'Cart, 1 item' }).tap()
    await expect(page).toHaveURL(/\/cart$/)
  })

  test('the footer sections can be expanded @full @phone', async ({ page }) => {
    await page.goto('/about')
    const footer = page.getByRole('contentinfo')
    const section = footer.getByRole('button', { name: 'Help & Support' })
    await expect(footer.getByRole('link', { name: 'FAQ' })).toBeHidden()
    await section.tap()
    await expect(section).toHaveAttribute('aria-expanded', 'true')
    await expect(footer.getByRole('link', { name: 'FAQ' })).toBeVisible()
    await expectAccessible(page, 'the footer with an open part')
  })
})

test('every link in the header, menus and footer works @full', async ({ page, isMobile }) => {
  await register(page)
  await page.goto('/about')
  const links = new Set(await linksOf(page))
  if (isMobile) await page.getByRole('button', { name: 'Menu', exact: true }).tap()
  else {
    await page.getByRole('button', { name: 'Your account' }).click()
    await expect(page.locator('#account-menu').getByRole('link', { name: 'Contact' })).toBeVisible()
    for (const link of await linksOf(page)) links.add(link)
    await page.keyboard.press('Escape')
    for (const [button, heading] of [
      ['Collections menu', 'Collections'],
      ['Support', 'Talk to us'],
      ['Product', 'Latest Films'],
    ] as const) {
      await header(page).getByRole('button', { name: button }).click()
      await expect(header(page).getByRole('heading', { name: heading, exact: true })).toBeVisible()
      for (const link of await linksOf(page)) links.add(link)
    }
  }
  for (const link of await linksOf(page)) links.add(link)
  const internalLinks = [...links].filter(link => new URL(link).origin === new URL(page.url()).origin)
  expect(internalLinks.length).toBeGreaterThan(15)
  for (const link of internalLinks) {
    const response = await page.request.get(link)
    expect(response.status(), link).toBe(200)
  }
  const externalLinks = [...links].filter(link => !internalLinks.includes(link))
  for (const link of externalLinks) expect(link).toMatch(/^(mailto|tel|https):/)
})
