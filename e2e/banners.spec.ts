/** One of us makes a feature banner, sees how it will look, starts it; somebody sees it once and dismisses it; it is ended. */
import { expect, test, type Browser } from '@playwright/test'

import { expectAccessible } from './accessible.ts'
import { demoShop, inOwnShop, own_shop_story_ms } from './own-shop.ts'
import { picture } from './pictures.ts'
import { alive, askShop, password } from './shop.ts'

const title = 'Comps for every clip'

/** Somebody who logged in, and whether the banner is on their screen once the page has asked for it. */
const reader = async (browser: Browser, baseURL: string, login: string, width = 1440) => {
  const context = await browser.newContext({ baseURL, viewport: { width, height: 900 } })
  const page = await context.newPage()
  await askShop(page, 'POST', '/auth/login', { login, password })
  const banner = page.getByRole(width >= 1024 ? 'complementary' : 'dialog', { name: title })
  /** What the page was told. */
  const visit = async (path: string) => {
    const answer = page.waitForResponse(response => response.url().endsWith('/api/user/feature-banner'))
    await page.goto(path)
    return (await (await answer).json()) as { data: { title: string } | null }
  }
  return { page, banner, visit }
}

test('a banner is made, looked at, started, read, dismissed and ended', async ({ browser }) => {
  test.setTimeout(own_shop_story_ms)
  await inOwnShop(demoShop(), {}, async baseURL => {
    const desk = await (await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 } })).newPage()
    await askShop(desk, 'POST', '/auth/login', { login: 'vera@longtake.example', password })

    await test.step('what is wrong with it is said beside the field', async () => {
      await desk.goto('/admin/banners')
      await desk.getByRole('link', { name: 'New', exact: true }).click()
      await expect(desk.getByRole('heading', { level: 1, name: 'New banner' })).toBeVisible()
      await alive(desk)
      await desk.getByLabel('Picture').setInputFiles({
        name: 'picture.png',
        mimeType: 'image/png',
        buffer: Buffer.from('<!doctype html><p>Not a picture</p>'),
      })
      await expect(desk.getByText('This file is not an image we can use.')).toBeVisible()
      await desk.getByLabel('Title').fill(title)
      await desk.getByLabel('Description').fill('Press {{D}} on any clip to take its comp home.')
      await desk.getByLabel('Pages on which it stays away').fill('https://longtake.example/faq')
      await desk.getByRole('button', { name: 'Make a draft' }).click()
      await expect(desk.getByText('A page is named by its path, such as /clips.')).toBeVisible()
    })

    const largeWindow = desk.frameLocator('iframe[title="Dark, large window"]')
    const phone = desk.frameLocator('iframe[title="Light, phone"]')
    await test.step('it is seen as people will see it while it is typed', async () => {
      await desk.getByLabel('Pages on which it stays away').fill('/faq')
      await desk
        .getByLabel('Picture')
        .setInputFiles({ name: 'comps.png', mimeType: 'image/png', buffer: await picture(1280, 800) })
      for (const frame of [largeWindow, phone]) {
        await expect(frame.getByText(title)).toBeVisible()
        await expect(frame.locator('kbd')).toHaveText('D')
        await expect(frame.locator('img')).toHaveAttribute('src', /^blob:/)
      }
      await expect(desk.getByText('comps.png')).toBeVisible()
      await expect(phone.getByText('View Larger')).toBeVisible()
      await desk.getByRole('button', { name: 'Make a draft' }).click()
      await expect(desk.getByText('The draft is made.')).toBeVisible()
      await expect(desk.getByRole('heading', { level: 1, name: title })).toBeVisible()
      await expect(desk.getByRole('button', { name: 'Start', exact: true })).toBeVisible()
      await expectAccessible(desk, 'a banner in the admin')
    })

    const ines = await reader(browser, baseURL, 'ines@northlight.example')
    await test.step('nobody sees a draft; started it takes the place of the one before', async () => {
      expect((await ines.visit('/about')).data?.title).toBe('See it before you open it')
      await desk.getByLabel('Description').fill('Press {{C}} on any clip to take its comp home.')
      await desk.getByRole('link', { name: /^See it before you open it/ }).click()
      const question = desk.getByRole('dialog', { name: 'Leave without saving?' })
      await question.getByRole('button', { name: 'Stay' }).click()
      await expect(question).toHaveCount(0)
      await expect(largeWindow.locator('kbd')).toHaveText('C')
      await desk.getByRole('button', { name: 'Save and start' }).click()
      await expect(desk.getByText('People see it from now on.')).toBeVisible()
      await ines.visit('/about')
      await expect(ines.banner).toBeVisible()
      await expect(ines.banner.locator('kbd')).toHaveText('C')
      const image = ines.banner.locator('img')
      await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(960)
    })

    await test.step('whoever dismissed it does not see it again; on a phone it is a window', async () => {
      const told = ines.page.waitForResponse(response => response.url().includes('/feature-banner/dismiss'))
      await ines.banner.getByRole('button', { name: `Dismiss: ${title}` }).click()
      expect((await told).ok()).toBe(true)
      expect((await ines.visit('/about')).data).toBe(null)
      const sam = await reader(browser, baseURL, 'sam@northlight.example', 390)
      await sam.visit('/faq')
      const read = sam.page.waitForResponse(response => response.url().includes('/feature-banner/read'))
      await sam.visit('/about')
      await expect(sam.banner).toBeVisible()
      await expect(sam.banner.getByRole('link', { name: 'View Larger' })).toBeVisible()
      expect((await read).ok()).toBe(true)
      await desk.reload()
      await expect(desk.getByText('Dismissed by')).toBeVisible()
      await expect(desk.getByRole('definition').filter({ hasText: /^2 people$/ })).toBeVisible()
      await expect(desk.getByRole('definition').filter({ hasText: /^1 person$/ })).toBeVisible()
    })

    await test.step('ended, nobody sees it, and the one before is back', async () => {
      await desk.getByRole('button', { name: 'End now' }).click()
      const dialog = desk.getByRole('dialog')
      await dialog.getByLabel('Reason').fill('The key is another one')
      await dialog.getByRole('button', { name: 'End it now' }).click()
      await expect(desk.getByText(`“${title}” has ended.`)).toBeVisible()
      // What was pressed is gone with it.
      await expect(desk.getByRole('heading', { level: 1, name: title })).toBeFocused()
      await expect(desk.getByRole('button', { name: 'End now' })).toHaveCount(0)
      await expect(desk.getByRole('listitem').filter({ hasText: 'The key is another one' })).toContainText('Ended')
      const mara = await reader(browser, baseURL, 'mara@northlight.example')
      expect((await mara.visit('/about')).data?.title).toBe('See it before you open it')
      const before = mara.page.getByRole('complementary', { name: 'See it before you open it' })
      await expect(before.locator('kbd')).toHaveText(['Shift', 'Alt'])
    })
  })
})
