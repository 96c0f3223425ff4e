/** What the server drew is what the browser goes on with: nothing is drawn twice, and nothing complains. */
import { expect, test, type Page } from '@playwright/test'

import { scriptsOf } from '../bench/weight.ts'
import { aBuyer, alive, askShop, clipsOf, password, register } from './shop.ts'

test('every kind of page comes to life as it was drawn', async ({ page }) => {
  const complaints: string[] = []
  page.on('pageerror', error => complaints.push(`${page.url()}: ${error.message}`))
  page.on('console', message => {
    if (message.type() === 'error') complaints.push(`${page.url()}: ${message.text()}`)
  })
  const [clip] = await clipsOf(page, 'per_page=1')
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
    await alive(page)
    await page.waitForLoadState('networkidle')
  }
  expect(complaints).toEqual([])
})

test('what is seen comes before scripts', async ({ page }) => {
  const first = (html: string) => /<img[^>]*>/.exec(html.slice(html.indexOf('<main')))?.[0]
  for (const path of ['/', '/clips']) {
    const html = await (await page.request.get(path)).text()
    const preloads = html.match(/<link rel="modulepreload"[^>]*>/g) ?? []
    expect(preloads.length).toBeGreaterThan(5)
    expect(preloads.filter(link => !link.includes('fetchpriority="low"'))).toEqual([])
    expect(first(html), path).toMatch(/fetchpriority="high"/i)
  }
})

/** As much as they bring (decision 316) and a little: whoever adds to this looks at what could come later instead. */
test('first pages bring no more scripts than they did', async ({ page, baseURL }) => {
  const [clip] = await clipsOf(page, 'per_page=1')
  const pages = [
    { path: '/', most_bytes: 168_500 },
    { path: '/clips', most_bytes: 172_500 },
    { path: `/clips/${clip?.slug}/${clip?.id}`, most_bytes: 179_000 },
  ]
  for (const { path, most_bytes } of pages) {
    const { files, gzip_bytes } = await scriptsOf(baseURL ?? '', path)
    expect(files, path).toBeGreaterThan(5)
    expect(gzip_bytes, path).toBeLessThan(most_bytes)
  }
})

/** Keeps the scripts of the pages that are opened next until `arrive`. */
const holdScripts = async (page: Page) => {
  let arrive = () => {}
  const arrived = new Promise<void>(resolve => {
    arrive = resolve
  })
  await page.unrouteAll()
  await page.route('**/assets/*.js', async route => {
    await arrived
    await route.continue()
  })
  return () => arrive()
}

test('what is typed and pressed before the scripts are there is carried out once they are', async ({
  page,
  context,
}) => {
  const { email } = await register(page)
  await context.clearCookies()
  let arrive = await holdScripts(page)
  await page.goto('/login', { waitUntil: 'commit' })
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  const login = page.getByRole('button', { name: 'Login', exact: true })
  await expect(login).toBeDisabled()
  arrive()
  await login.click()
  await expect(page).toHaveURL(url => url.pathname === '/')

  const [clip] = await clipsOf(page, 'per_page=1')
  arrive = await holdScripts(page)
  await page.goto(`/clips/${clip?.slug}/${clip?.id}`, { waitUntil: 'commit' })
  await page.getByRole('main').getByRole('button', { name: 'Add to cart' }).first().click()
  const added = page.getByRole('link', { name: 'In your cart' })
  await expect(added).toBeHidden()
  arrive()
  await expect(added).toBeVisible()

  await aBuyer(page)
  arrive = await holdScripts(page)
  await page.goto('/checkout', { waitUntil: 'commit' })
  const payWith = page.getByRole('combobox', { name: 'Payment method' })
  await payWith.selectOption('New bank account (ACH)')
  arrive()
  await expect(page.getByLabel('Routing Number')).toBeVisible()
  await expect(payWith.locator('option:checked')).toHaveText('New bank account (ACH)')
})

test('a menu that is opened before the scripts are there stays open, and closes after it led on', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await askShop(page, 'POST', '/auth/login', { login: 'otto@longtake.example', password })
  for (const { path, button, menu, link } of [
    { path: '/pricing', button: /^Menu$/, menu: '#mobile-menu', link: 'Collections' },
    { path: '/admin', button: /^Rooms:/, menu: '#all-rooms', link: 'Tickets' },
  ]) {
    const arrive = await holdScripts(page)
    await page.goto(path, { waitUntil: 'commit' })
    await page.getByRole('button', { name: button }).click()
    await expect(page.locator(menu)).toBeVisible()
    arrive()
    await alive(page)
    await expect(page.locator(menu)).toBeVisible()
    await page.locator(menu).getByRole('link', { name: link, exact: true }).click()
    await expect(page.locator(menu)).toBeHidden()
  }
})

test('a link that is pressed just when the scripts come does not slip away', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await register(page)
  const places = page.getByRole('navigation', { name: 'Your account' }).getByRole('link')
  const [first, last] = [places.first(), places.last()]
  await page.goto('/account/licenses')
  const [start, end] = [await first.getAttribute('href'), await last.getAttribute('href')]
  // Somebody has moved the row to see its end; or the place where they are lies out of sight.
  for (const [from, link, to] of [
    [start, last, end],
    [end, first, start],
  ] as const) {
    const arrive = await holdScripts(page)
    await page.goto(from ?? '', { waitUntil: 'commit' })
    await link.scrollIntoViewIfNeeded()
    const box = await link.boundingBox()
    if (!box) throw new Error('It is on the screen.')
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    await page.mouse.down()
    arrive()
    await alive(page)
    await page.mouse.up()
    await expect(page).toHaveURL(to ?? '')
  }
})
