/** A staff member creates, previews and starts a feature banner; users see it once and dismiss it; it ends. */
import { expect, test, type Browser, type BrowserContextOptions } from '@playwright/test'

import { expectAccessible } from './accessibility.ts'
import { createImage } from './images.ts'
import { demoShop, withOwnShop, OWN_SHOP_TIMEOUT_MS } from './own-shop.ts'
import { waitForHydration, callApi, password } from './shop.ts'

const title = 'Comps for every clip'

/** A signed-in user, their banner, and a visit that waits for the banner's response. */
const openReader = async (browser: Browser, baseURL: string, login: string, device: BrowserContextOptions = {}) => {
  const context = await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 }, ...device })
  const page = await context.newPage()
  await callApi(page, 'POST', '/auth/login', { login, password })
  const banner = page.getByRole('complementary', { name: title })
  /** Returns the banner that the API sent to the page. */
  const visit = async (path: string) => {
    const bannerResponse = page.waitForResponse(response => response.url().endsWith('/api/user/feature-banner'))
    await page.goto(path)
    return (await (await bannerResponse).json()) as { data: { title: string } | null }
  }
  return { page, banner, visit }
}

test('a banner is created, previewed, started, read, dismissed and ended @full', async ({ browser }) => {
  test.setTimeout(OWN_SHOP_TIMEOUT_MS)
  await withOwnShop(demoShop(), {}, async baseURL => {
    const adminPage = await (await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 } })).newPage()
    await callApi(adminPage, 'POST', '/auth/login', { login: 'vera@longtake.example', password })

    await test.step('field errors appear beside the field', async () => {
      await adminPage.goto('/admin/banners')
      await adminPage.getByRole('link', { name: 'New', exact: true }).click()
      await expect(adminPage.getByRole('heading', { level: 1, name: 'New banner' })).toBeVisible()
      await waitForHydration(adminPage)
      await adminPage.getByLabel('Picture').setInputFiles({
        name: 'picture.png',
        mimeType: 'image/png',
        buffer: Buffer.from('<!doctype html><p>Not a picture</p>'),
      })
      await expect(adminPage.getByText('This file is not an image we can use.')).toBeVisible()
      await adminPage.getByLabel('Title').fill(title)
      await adminPage.getByLabel('Description').fill('Press {{D}} on any clip to take its comp home.')
      await adminPage.getByLabel('Pages without the banner').fill('https://longtake.example/faq')
      await adminPage.getByRole('button', { name: 'Create draft' }).click()
      await expect(adminPage.getByText('Enter each page as a path, such as /clips.')).toBeVisible()
    })

    const largeWindow = adminPage.frameLocator('iframe[title="Dark, large window"]')
    const lightWindow = adminPage.frameLocator('iframe[title="Light, large window"]')
    await test.step('the preview shows the banner while it is edited', async () => {
      await adminPage.getByLabel('Pages without the banner').fill('/faq')
      await adminPage
        .getByLabel('Picture')
        .setInputFiles({ name: 'comps.png', mimeType: 'image/png', buffer: await createImage(1280, 800) })
      for (const frame of [largeWindow, lightWindow]) {
        await expect(frame.getByText(title)).toBeVisible()
        await expect(frame.locator('kbd')).toHaveText('D')
        await expect(frame.locator('img')).toHaveAttribute('src', /^blob:/)
      }
      await expect(adminPage.getByText('comps.png')).toBeVisible()
      await expect(largeWindow.getByText('View Larger')).toBeVisible()
      await adminPage.getByLabel('Text for touch screens').fill('Press Comp on any clip to take it home.')
      await adminPage.getByRole('button', { name: 'Create draft' }).click()
      await expect(adminPage.getByText('The draft is created.')).toBeVisible()
      await expect(adminPage.getByRole('heading', { level: 1, name: title })).toBeVisible()
      await expect(adminPage.getByRole('button', { name: 'Start', exact: true })).toBeVisible()
      await expectAccessible(adminPage, 'a banner in the admin')
    })

    const ines = await openReader(browser, baseURL, 'ines@northlight.example')
    await test.step('a draft is not shown, and a started banner replaces the previous one', async () => {
      expect((await ines.visit('/about')).data?.title).toBe('See it before you open it')
      await adminPage.getByLabel('Description').fill('Press {{C}} on any clip to take its comp home.')
      await adminPage.getByRole('link', { name: /^See it before you open it/ }).click()
      const question = adminPage.getByRole('dialog', { name: 'Leave without saving?' })
      await question.getByRole('button', { name: 'Stay' }).click()
      await expect(question).toHaveCount(0)
      await expect(largeWindow.locator('kbd')).toHaveText('C')
      await adminPage.getByRole('button', { name: 'Save and start' }).click()
      await expect(adminPage.getByText('The banner is running.')).toBeVisible()
      await ines.visit('/about')
      await expect(ines.banner).toBeVisible()
      await expect(ines.banner.locator('kbd')).toHaveText('C')
      const image = ines.banner.locator('img')
      await expect.poll(() => image.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(480)
    })

    await test.step('a dismissed banner is not shown again, a tablet has its own words, and a phone has no banner', async () => {
      const dismissed = ines.page.waitForResponse(response => response.url().includes('/feature-banner/dismiss'))
      await ines.banner.getByRole('button', { name: `Dismiss: ${title}` }).click()
      expect((await dismissed).ok()).toBe(true)
      expect((await ines.visit('/about')).data).toBe(null)
      const phone = await openReader(browser, baseURL, 'lena@halyard.example', {
        viewport: { width: 390, height: 844 },
        hasTouch: true,
        isMobile: true,
      })
      expect((await phone.visit('/about')).data?.title).toBe(title)
      const sam = await openReader(browser, baseURL, 'sam@northlight.example', {
        viewport: { width: 1024, height: 1366 },
        hasTouch: true,
        isMobile: true,
      })
      await sam.visit('/faq')
      const readResponse = sam.page.waitForResponse(response => response.url().includes('/feature-banner/read'))
      await sam.visit('/about')
      await expect(sam.banner).toBeVisible()
      await expect(sam.banner).toContainText('Press Comp on any clip to take it home.')
      await expect(sam.banner.getByRole('link', { name: 'View Larger' })).toBeVisible()
      await expect(phone.banner).toHaveCount(0)
      expect((await readResponse).ok()).toBe(true)
      await adminPage.reload()
      await expect(adminPage.getByText('Dismissed by')).toBeVisible()
      await expect(adminPage.getByRole('definition').filter({ hasText: /^2 people$/ })).toBeVisible()
      await expect(adminPage.getByRole('definition').filter({ hasText: /^1 person$/ })).toBeVisible()
    })

    await test.step('an ended banner is not shown, and the previous one is back', async () => {
      await adminPage.getByRole('button', { name: 'End now' }).click()
      const dialog = adminPage.getByRole('dialog')
      await dialog.getByLabel('Reason').fill('The key is another one')
      await dialog.getByRole('button', { name: 'End it now' }).click()
      await expect(adminPage.getByText(`“${title}” has ended.`)).toBeVisible()
      // The pressed button is gone, so the focus moves.
      await expect(adminPage.getByRole('heading', { level: 1, name: title })).toBeFocused()
      await expect(adminPage.getByRole('button', { name: 'End now' })).toHaveCount(0)
      await expect(adminPage.getByRole('listitem').filter({ hasText: 'The key is another one' })).toContainText('Ended')
      const mara = await openReader(browser, baseURL, 'mara@northlight.example')
      expect((await mara.visit('/about')).data?.title).toBe('See it before you open it')
      const previousBanner = mara.page.getByRole('complementary', { name: 'See it before you open it' })
      await expect(previousBanner.locator('kbd')).toHaveText(['Shift', 'Alt'])
    })
  })
})
