/** What opens and closes by itself, by the clock: a test holds the clock and moves it. */
import { expect, test, type Page } from '@playwright/test'

import { askShop, clipsOf, register } from './shop.ts'

const license = { org_type: 'commercial', end_client_size: 2, distribution_ids: [3], format_id: 3 }

/** From here on time passes only when the test lets it. */
const holdClock = async (page: Page) => {
  const now = await page.evaluate(() => Date.now())
  await page.clock.pauseAt(now + 2_000)
}

/** Lets milliseconds pass until something is so. */
const passUntil = (page: Page, isSo: () => Promise<unknown>) =>
  expect(async () => {
    await page.clock.runFor(1)
    await isSo()
  }).toPass()

test('the cart opens half a second after another clip came and goes after four; its list is 250 high and 350 wide', async ({
  page,
}) => {
  await register(page)
  const clips = await clipsOf(page, 'sort=popular&per_page=9')
  await askShop(page, 'POST', '/v2/cart/items', { ...license, clips: clips.slice(1).map(({ id }) => id) })
  await page.addInitScript(kept => localStorage.setItem('last_license', kept), JSON.stringify(license))
  await page.clock.install()
  await page.goto('/clips?sort=popular')
  await expect(page.getByRole('link', { name: 'Cart, 8 items' })).toBeVisible()
  const look = page.getByRole('region', { name: 'Your cart' })
  const add = page.getByRole('button', { name: `Add ${clips[0]?.name} to cart` })
  await add.focus()
  await holdClock(page)
  await add.press('Enter')
  await passUntil(page, () => expect(page.getByRole('link', { name: 'Cart, 9 items' })).toBeVisible({ timeout: 100 }))
  await page.clock.runFor(480)
  await expect(look).toBeHidden()
  await page.clock.runFor(20)
  await expect(look).toBeVisible()
  // Browsers place boxes at fractions of a pixel.
  expect((await look.boundingBox())?.width).toBeCloseTo(350, 1)
  expect((await look.getByRole('list').boundingBox())?.height).toBeCloseTo(250, 1)
  const sources = look.locator('picture source')
  await expect(sources).toHaveCount(9)
  for (const source of await sources.all()) expect(await source.getAttribute('srcset')).toContain(' 480w')
  await page.clock.runFor(3_980)
  await expect(look).toBeVisible()
  await page.clock.runFor(20)
  await expect(look).toBeHidden()
})

test('the popover of boards goes five seconds after a clip was added', async ({ page }) => {
  await register(page)
  const [clip, other] = await clipsOf(page)
  await askShop(page, 'POST', '/wishlists', { name: 'Night drive', clip_id: [other?.id] })
  await page.clock.install()
  await page.goto('/clips')
  const open = page.locator(`[data-board-clip="${clip?.id}"]`).first()
  await open.focus()
  await open.press('Enter')
  const picker = page.getByRole('dialog', { name: 'Add to board' })
  const board = picker.getByRole('button', { name: 'Night drive' })
  await expect(board).toBeVisible()
  await holdClock(page)
  await board.click()
  await passUntil(page, () => expect(picker.getByText('Added to Night drive')).toBeVisible({ timeout: 100 }))
  await page.clock.runFor(4_980)
  await expect(picker).toHaveAttribute('data-open', '')
  await page.clock.runFor(20)
  await expect(picker).toHaveAttribute('data-closed', '')
  await page.clock.resume()
  await expect(picker).toBeHidden()
})

test('logging out waits a tenth of a second', async ({ page }) => {
  await register(page)
  await page.clock.install()
  await page.goto('/about')
  const asked: string[] = []
  page.on('request', request => asked.push(new URL(request.url()).pathname))
  await page.getByRole('button', { name: 'Your account' }).click()
  const logout = page.locator('#account-menu').getByRole('button', { name: 'Logout' })
  await expect(logout).toBeVisible()
  await holdClock(page)
  await logout.click()
  await page.clock.runFor(99)
  expect(asked).not.toContain('/api/auth/logout')
  await page.clock.runFor(1)
  await expect.poll(() => asked).toContain('/api/auth/logout')
  await page.clock.resume()
  await expect(page).toHaveURL(/\/login$/)
})
