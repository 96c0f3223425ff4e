/** What the server drew is what the browser goes on with: nothing is drawn twice, and nothing complains. */
import { expect, test } from '@playwright/test'

import { aBuyer, alive, clipsOf, password, register } from './shop.ts'

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

test('what is typed and pressed before the scripts are there is carried out once they are', async ({
  page,
  context,
}) => {
  const { email } = await register(page)
  await context.clearCookies()
  let arrive = () => {}
  const hold = async () => {
    const arrived = new Promise<void>(resolve => {
      arrive = resolve
    })
    await page.unrouteAll()
    await page.route('**/assets/*.js', async route => {
      await arrived
      await route.continue()
    })
  }

  await hold()
  await page.goto('/login', { waitUntil: 'commit' })
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  const login = page.getByRole('button', { name: 'Login', exact: true })
  await expect(login).toBeDisabled()
  arrive()
  await login.click()
  await expect(page).toHaveURL(url => url.pathname === '/')

  const [clip] = await clipsOf(page, 'per_page=1')
  await hold()
  await page.goto(`/clips/${clip?.slug}/${clip?.id}`, { waitUntil: 'commit' })
  await page.getByRole('main').getByRole('button', { name: 'Add to cart' }).first().click()
  const added = page.getByRole('link', { name: 'In your cart' })
  await expect(added).toBeHidden()
  arrive()
  await expect(added).toBeVisible()

  await aBuyer(page)
  await hold()
  await page.goto('/checkout', { waitUntil: 'commit' })
  const payWith = page.getByRole('combobox', { name: 'Payment method' })
  await payWith.selectOption('New bank account (ACH)')
  arrive()
  await expect(page.getByLabel('Routing Number')).toBeVisible()
  await expect(payWith.locator('option:checked')).toHaveText('New bank account (ACH)')
})
