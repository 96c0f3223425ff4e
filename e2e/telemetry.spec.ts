/** Telemetry and flags: the data layer, error reports, feature flags and referrals. */
import { expect, test, type Page } from '@playwright/test'

import { addToCart, callApi, enterRegistrationCode, listClips, password, register } from './shop.ts'

type DataLayerEvent = { event: string } & Record<string, unknown>
const readDataLayer = (page: Page) => page.evaluate(() => (window as { dataLayer?: DataLayerEvent[] }).dataLayer ?? [])
const expectEvent = (page: Page, event: Record<string, unknown>) =>
  expect.poll(() => readDataLayer(page)).toContainEqual(expect.objectContaining(event))
const eventNames = (events: DataLayerEvent[]) => events.map(({ event }) => event)

const license = { org_type: 'commercial', end_client_size: 2, distribution_ids: [3], format_id: 3 }

test('each action is pushed to the data layer once, without personal data', async ({ page, isMobile }) => {
  test.skip(isMobile, 'cards have their buttons under a pointer')
  const externalRequests: string[] = []
  page.on('request', request => {
    if (new URL(request.url()).hostname !== 'localhost') externalRequests.push(request.url())
  })
  const { email } = await register(page)
  await page.addInitScript(license => localStorage.setItem('last_license', license), JSON.stringify(license))
  const [clip] = await listClips(page, 'sort=popular')
  await page.goto('/clips?q=nora%40example.com')
  await expectEvent(page, { event: 'search', search_term: '…@…' })
  await page.goto('/clips?sort=popular&people=none')
  await expectEvent(page, { event: 'page_view', page_path: '/clips' })
  await expectEvent(page, { event: 'filter', filters: ['people'] })
  const add = page.getByRole('button', { name: /^Add .+ to cart$/ }).first()
  await add.focus()
  await add.press('Enter')
  await expectEvent(page, { event: 'add_to_cart', format_id: 3, distribution_ids: [3] })
  await page.goto(`/clips/${clip?.slug}/${clip?.id}`)
  await expectEvent(page, { event: 'view_clip', clip_id: clip?.id })
  await page.goto('/cart')
  await page
    .getByRole('button', { name: /^Remove / })
    .first()
    .click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expectEvent(page, { event: 'remove_from_cart' })
  const events = await readDataLayer(page)
  expect(eventNames(events).filter(name => name === 'page_view')).toHaveLength(1)
  expect(JSON.stringify(events)).not.toContain(email.split('@')[0])
  expect(externalRequests).toEqual([])
})

test('an error in a page reaches the server log, scrubbed of secrets', async ({ page }) => {
  await page.goto('/about')
  await expectEvent(page, { event: 'page_view' })
  const reportRequest = page.waitForRequest(request => request.url().endsWith('/api/client-errors'))
  await page.evaluate(() => {
    setTimeout(() => {
      throw new TypeError('No mail to nora@example.com at /reset?token=abc')
    }, 0)
  })
  const request = await reportRequest
  expect(request.postDataJSON()).toMatchObject({ message: 'TypeError: No mail to …@… at /reset', path: '/about' })
  expect((await request.response())?.status()).toBe(200)
})

test.describe('flagged menu entries', () => {
  test('a menu entry appears only when its flag is on @full', async ({ page, isMobile }) => {
    await register(page)
    const openMenu = async () => {
      await page.goto('/about')
      await page.getByRole('button', { name: isMobile ? 'Menu' : 'Your account', exact: true }).click()
      const menu = page.locator(isMobile ? '#mobile-menu' : '#account-menu')
      await expect(menu.getByRole('link', { name: 'Overview' })).toBeVisible()
      return menu
    }
    const currentFlags = await callApi<Record<string, boolean>>(page, 'GET', '/flags')
    const setFlags = (isOn: boolean) => {
      const flags = { ...currentFlags, 'client-preferred-rates': isOn, 'editfest-downloads': isOn }
      return page.route('**/api/flags', route => route.fulfill({ json: { data: flags, meta: {} } }))
    }
    await setFlags(false)
    const flagsResponse = page.waitForResponse(response => response.url().endsWith('/api/flags'))
    const menuWithoutEntries = await openMenu()
    await flagsResponse
    await expect(menuWithoutEntries.getByRole('link', { name: 'Preferred Rates' })).toHaveCount(0)
    await expect(menuWithoutEntries.getByRole('link', { name: 'Editfest Clips' })).toHaveCount(0)
    await setFlags(true)
    const menuWithEntries = await openMenu()
    await expect(menuWithEntries.getByRole('link', { name: 'Preferred Rates' })).toBeVisible()
    await expect(menuWithEntries.getByRole('link', { name: 'Editfest Clips' })).toBeVisible()
  })

  test('flags are not loaded before a menu opens @full', async ({ page }) => {
    const requestedPaths: string[] = []
    page.on('request', request => requestedPaths.push(new URL(request.url()).pathname))
    await register(page)
    await addToCart(page)
    await page.goto('/about')
    await expectEvent(page, { event: 'page_view' })
    expect(requestedPaths.filter(path => /flags|openfeature/i.test(path))).toEqual([])
    expect(await page.context().cookies()).not.toContainEqual(expect.objectContaining({ name: 'device_id' }))
  })
})

test('a referral code is sent with the registration @full', async ({ page }) => {
  await page.goto('/collections?ref=northlight-26')
  const notice = page.getByRole('complementary', { name: 'Partner link' })
  await notice.getByRole('button', { name: 'Allow' }).click()
  await expect(notice).toHaveCount(0)
  await page.goto('/register')
  const registerRequest = page.waitForRequest(request => request.url().endsWith('/api/auth/register'))
  const email = `referred-${Date.now()}@example.com`
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create Free Account' }).click()
  const body = (await registerRequest).postDataJSON() as Record<string, unknown>
  expect(body).toMatchObject({ referral_code: 'northlight-26', page_name: expect.stringContaining('Longtake') })
  expect(body['page_url']).toMatch(/\/register$/)
  await enterRegistrationCode(page, email)
  await expectEvent(page, { event: 'sign_up', method: 'password', affiliate_ids: [] })
})
