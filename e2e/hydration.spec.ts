/** Hydration: pages hydrate without errors, and input before hydration is not lost. */
import { expect, test, type Page } from '@playwright/test'

import { measureScripts } from '../bench/script-size.ts'
import { createBuyer, waitForHydration, callApi, listClips, password, register } from './shop.ts'

test('every kind of page hydrates without errors', async ({ page }) => {
  const errors: string[] = []
  page.on('pageerror', error => errors.push(`${page.url()}: ${error.message}`))
  page.on('console', message => {
    if (message.type() === 'error') errors.push(`${page.url()}: ${message.text()}`)
  })
  const [clip] = await listClips(page, 'per_page=1')
  const paths = [
    '/',
    '/clips?q=ocean',
    `/clips/${clip?.slug}/${clip?.id}`,
    '/collections',
    '/filmmakers',
    '/category',
    '/stock-footage',
    '/pricing',
    '/faq',
    '/cart',
    '/login',
    '/register',
  ]
  for (const path of paths) {
    await page.goto(path)
    await waitForHydration(page)
    await page.waitForLoadState('networkidle')
  }
  expect(errors).toEqual([])
})

test('visible content loads before scripts', async ({ page }) => {
  const firstImage = (html: string) => /<img[^>]*>/.exec(html.slice(html.indexOf('<main')))?.[0]
  for (const path of ['/', '/clips']) {
    const html = await (await page.request.get(path)).text()
    const preloads = html.match(/<link rel="modulepreload"[^>]*>/g) ?? []
    expect(preloads.length).toBeGreaterThan(5)
    expect(preloads.filter(link => !link.includes('fetchpriority="low"'))).toEqual([])
    expect(firstImage(html), path).toMatch(/fetchpriority="high"/i)
  }
})

test('without JavaScript, no control is shown that does nothing', async ({ browser, page, baseURL }) => {
  const [clip] = await listClips(page, 'per_page=1')
  const context = await browser.newContext({ baseURL: baseURL ?? '', javaScriptEnabled: false })
  const plain = await context.newPage()
  for (const path of ['/', `/clips/${clip?.slug}/${clip?.id}`]) {
    await plain.goto(path)
    await expect(plain.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(plain.locator('header button:not([type="submit"], [popovertarget]):visible')).toHaveCount(0)
    await expect(plain.getByRole('banner').getByRole('link', { name: 'Pricing' })).toBeVisible()
  }
  const buttons = plain.locator('main button:not([type="submit"], [popovertarget]):visible')
  await expect(buttons).toHaveCount(0)
  await expect(plain.getByText(/^JavaScript is off in this browser/)).toBeVisible()
  await expect(plain.locator('video[controls]')).toBeVisible()
  await plain.getByRole('combobox', { name: 'Search footage' }).first().fill('ocean')
  await plain.keyboard.press('Enter')
  await expect(plain).toHaveURL(/\/clips\?q=ocean/)
  await context.close()
})

/** Script budgets: the current sizes (decision 45) plus a margin. Before you raise one, check what could load later. */
test('first pages stay within their script budget', async ({ page, baseURL }) => {
  const [clip] = await listClips(page, 'per_page=1')
  const pages = [
    { path: '/', max_bytes: 186_500 },
    { path: '/clips', max_bytes: 193_000 },
    { path: `/clips/${clip?.slug}/${clip?.id}`, max_bytes: 202_500 },
  ]
  for (const { path, max_bytes } of pages) {
    const { files, gzip_bytes } = await measureScripts(baseURL ?? '', path)
    expect(files, path).toBeGreaterThan(5)
    expect(gzip_bytes, path).toBeLessThan(max_bytes)
  }
})

/** Blocks the scripts of pages opened from now on. Returns a function that releases them. */
const holdScripts = async (page: Page) => {
  let release = () => {}
  const released = new Promise<void>(resolve => {
    release = resolve
  })
  await page.unrouteAll()
  await page.route('**/assets/*.js', async route => {
    await released
    await route.continue()
  })
  return () => release()
}

test('input before hydration is replayed after it', async ({ page, context }) => {
  const { email } = await register(page)
  await context.clearCookies()
  let releaseScripts = await holdScripts(page)
  await page.goto('/login', { waitUntil: 'commit' })
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  const login = page.getByRole('button', { name: 'Login', exact: true })
  await expect(login).toBeDisabled()
  releaseScripts()
  await login.click()
  await expect(page).toHaveURL(url => url.pathname === '/')

  const [clip] = await listClips(page, 'per_page=1')
  releaseScripts = await holdScripts(page)
  await page.goto(`/clips/${clip?.slug}/${clip?.id}`, { waitUntil: 'commit' })
  await page.getByRole('main').getByRole('button', { name: 'Add to cart' }).first().click()
  const inCartLink = page.getByRole('link', { name: 'In your cart' })
  await expect(inCartLink).toBeHidden()
  releaseScripts()
  await expect(inCartLink).toBeVisible()

  await createBuyer(page)
  releaseScripts = await holdScripts(page)
  await page.goto('/checkout', { waitUntil: 'commit' })
  const paymentMethod = page.getByRole('radio', { name: 'New bank account (ACH)' })
  await paymentMethod.check()
  releaseScripts()
  await expect(page.getByLabel('Routing Number')).toBeVisible()
  await expect(paymentMethod).toBeChecked()
})

test('a menu opened before hydration stays open and closes after navigation', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await callApi(page, 'POST', '/auth/login', { login: 'otto@longtake.example', password })
  for (const { path, button, menu, link } of [
    { path: '/pricing', button: /^Menu$/, menu: '#mobile-menu', link: 'Collections' },
    { path: '/admin', button: /^Admin pages:/, menu: '#all-admin-pages', link: 'Tickets' },
  ]) {
    const releaseScripts = await holdScripts(page)
    await page.goto(path, { waitUntil: 'commit' })
    await page.getByRole('button', { name: button }).click()
    await expect(page.locator(menu)).toBeVisible()
    releaseScripts()
    await waitForHydration(page)
    await expect(page.locator(menu)).toBeVisible()
    await page.locator(menu).getByRole('link', { name: link, exact: true }).click()
    await expect(page.locator(menu)).toBeHidden()
  }
})

test('a link pressed during hydration still navigates', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await register(page)
  const links = page.getByRole('navigation', { name: 'Your account' }).getByRole('link')
  const [first, last] = [links.first(), links.last()]
  await page.goto('/account/licenses')
  const [start, end] = [await first.getAttribute('href'), await last.getAttribute('href')]
  // The user has scrolled the row to its end, or the current link is out of view.
  for (const [from, link, to] of [
    [start, last, end],
    [end, first, start],
  ] as const) {
    const releaseScripts = await holdScripts(page)
    await page.goto(from ?? '', { waitUntil: 'commit' })
    await link.scrollIntoViewIfNeeded()
    const box = await link.boundingBox()
    if (!box) throw new Error('It is on the screen.')
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    await page.mouse.down()
    releaseScripts()
    await waitForHydration(page)
    await page.mouse.up()
    await expect(page).toHaveURL(to ?? '')
  }
})

test('a page scrolled before hydration keeps its position', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await register(page)
  const releaseScripts = await holdScripts(page)
  await page.goto('/profile/settings', { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Save profile' }).scrollIntoViewIfNeeded()
  const scrollY = await page.evaluate(() => window.scrollY)
  expect(scrollY).toBeGreaterThan(100)
  releaseScripts()
  await waitForHydration(page)
  await page.waitForLoadState('networkidle')
  expect(await page.evaluate(() => window.scrollY)).toBe(scrollY)
})
