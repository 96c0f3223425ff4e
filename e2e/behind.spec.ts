/** What pages tell and to whom: the data layer, errors, flags, and how somebody came. */
import { expect, test, type Page } from '@playwright/test'

import { addToCart, askShop, clipsOf, password, register } from './shop.ts'

type Told = { event: string } & Record<string, unknown>
const toldBy = (page: Page) => page.evaluate(() => (window as { dataLayer?: Told[] }).dataLayer ?? [])
const expectTold = (page: Page, event: Record<string, unknown>) =>
  expect.poll(() => toldBy(page)).toContainEqual(expect.objectContaining(event))
const namesOf = (told: Told[]) => told.map(({ event }) => event)

const license = { org_type: 'commercial', end_client_size: 2, distribution_ids: [3], format_id: 3 }

test('the data layer is told what was done, once each, and nothing of who did it', async ({ page, isMobile }) => {
  test.skip(isMobile, 'cards have their buttons under a pointer')
  const elsewhere: string[] = []
  page.on('request', request => {
    if (new URL(request.url()).hostname !== 'localhost') elsewhere.push(request.url())
  })
  const { email } = await register(page)
  await page.addInitScript(kept => localStorage.setItem('last_license', kept), JSON.stringify(license))
  const [clip] = await clipsOf(page, 'sort=popular')
  await page.goto('/clips?q=nora%40example.com')
  await expectTold(page, { event: 'search', search_term: '…@…' })
  await page.goto('/clips?sort=popular&people=none')
  await expectTold(page, { event: 'page_view', page_path: '/clips' })
  await expectTold(page, { event: 'filter', filters: ['people'] })
  const add = page.getByRole('button', { name: /^Add .+ to cart$/ }).first()
  await add.focus()
  await add.press('Enter')
  await expectTold(page, { event: 'add_to_cart', format_id: 3, distribution_ids: [3] })
  await page.goto(`/clips/${clip?.slug}/${clip?.id}`)
  await expectTold(page, { event: 'view_clip', clip_id: clip?.id })
  await page.goto('/cart')
  await page
    .getByRole('button', { name: /^Remove / })
    .first()
    .click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expectTold(page, { event: 'remove_from_cart' })
  const told = await toldBy(page)
  expect(namesOf(told).filter(name => name === 'page_view')).toHaveLength(1)
  expect(JSON.stringify(told)).not.toContain(email.split('@')[0])
  expect(elsewhere).toEqual([])
})

test('an error of a page reaches our log, short and without what is secret', async ({ page }) => {
  await page.goto('/about')
  await expectTold(page, { event: 'page_view' })
  const sent = page.waitForRequest(request => request.url().endsWith('/api/client-errors'))
  await page.evaluate(() => {
    setTimeout(() => {
      throw new TypeError('No mail to nora@example.com at /reset?token=abc')
    }, 0)
  })
  const request = await sent
  expect(request.postDataJSON()).toMatchObject({ message: 'TypeError: No mail to …@… at /reset', path: '/about' })
  expect((await request.response())?.status()).toBe(200)
})

test.describe('entries that only some see', () => {
  test('an entry stands behind its flag, for whoever is signed in', async ({ page, isMobile }) => {
    await register(page)
    const open = async () => {
      await page.goto('/about')
      await page.getByRole('button', { name: isMobile ? 'Menu' : 'Your account', exact: true }).click()
      const menu = page.locator(isMobile ? '#mobile-menu' : '#account-menu')
      await expect(menu.getByRole('link', { name: 'Overview' })).toBeVisible()
      return menu
    }
    const answer = await askShop<Record<string, boolean>>(page, 'GET', '/flags')
    const switchAll = (isOn: boolean) => {
      const flags = { ...answer, 'client-preferred-rates': isOn, 'editfest-downloads': isOn }
      return page.route('**/api/flags', route => route.fulfill({ json: { data: flags, meta: {} } }))
    }
    await switchAll(false)
    const answered = page.waitForResponse(response => response.url().endsWith('/api/flags'))
    const hidden = await open()
    await answered
    await expect(hidden.getByRole('link', { name: 'Preferred Rates' })).toHaveCount(0)
    await expect(hidden.getByRole('link', { name: 'Editfest Clips' })).toHaveCount(0)
    await switchAll(true)
    const shown = await open()
    await expect(shown.getByRole('link', { name: 'Preferred Rates' })).toBeVisible()
    await expect(shown.getByRole('link', { name: 'Editfest Clips' })).toBeVisible()
  })

  test('nothing of flags is loaded before a menu opens', async ({ page }) => {
    const asked: string[] = []
    page.on('request', request => asked.push(new URL(request.url()).pathname))
    await register(page)
    await addToCart(page)
    await page.goto('/about')
    await expectTold(page, { event: 'page_view' })
    expect(asked.filter(path => /flags|openfeature/i.test(path))).toEqual([])
    expect(await page.context().cookies()).not.toContainEqual(expect.objectContaining({ name: 'device_id' }))
  })
})

test('whose link somebody followed is told when they register', async ({ page }) => {
  await page.goto('/collections?ref=northlight-26')
  await page.goto('/register')
  const sent = page.waitForRequest(request => request.url().endsWith('/api/auth/register'))
  await page.getByLabel('Email').fill(`referred-${Date.now()}@example.com`)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create Free Account' }).click()
  const body = (await sent).postDataJSON() as Record<string, unknown>
  expect(body).toMatchObject({ referral_code: 'northlight-26', page_name: expect.stringContaining('Longtake') })
  expect(body['page_url']).toMatch(/\/register$/)
  await expectTold(page, { event: 'sign_up', method: 'password', affiliate_ids: [] })
})
