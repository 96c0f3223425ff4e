/** Elements that open and close after a delay, tested with a paused clock. */
import { expect, test, type Page } from '@playwright/test'

import { callApi, listClips, register } from './shop.ts'

const license = { org_type: 'commercial', end_client_size: 2, distribution_ids: [3], format_id: 3 }

/** Pauses the clock. From here on only the test advances it. */
const pauseClock = async (page: Page) => {
  const now = await page.evaluate(() => Date.now())
  await page.clock.pauseAt(now + 2_000)
}

/** Advances the clock by single milliseconds until the assertion passes. */
const advanceUntil = (page: Page, assertion: () => Promise<unknown>) =>
  expect(async () => {
    await page.clock.runFor(1)
    await assertion()
  }).toPass()

test('the cart popover opens half a second after a clip was added and closes after four; its list is 250 by 350 pixels @full', async ({
  page,
}) => {
  await register(page)
  const clips = await listClips(page, 'sort=popular&per_page=9')
  await callApi(page, 'POST', '/v2/cart/items', { ...license, clips: clips.slice(1).map(({ id }) => id) })
  await page.addInitScript(license => localStorage.setItem('last_license', license), JSON.stringify(license))
  await page.clock.install()
  await page.goto('/clips?sort=popular')
  await expect(page.getByRole('link', { name: 'Cart, 8 items' })).toBeVisible()
  const cartPopover = page.getByRole('region', { name: 'Your cart' })
  const addButton = page.getByRole('button', { name: `Add ${clips[0]?.name} to cart` })
  await addButton.focus()
  await pauseClock(page)
  await addButton.press('Enter')
  await advanceUntil(page, () =>
    expect(page.getByRole('link', { name: 'Cart, 9 items' })).toBeVisible({ timeout: 100 }),
  )
  await page.clock.runFor(480)
  await expect(cartPopover).toBeHidden()
  await page.clock.runFor(20)
  await expect(cartPopover).toBeVisible()
  // Browsers place boxes at fractions of a pixel.
  expect((await cartPopover.boundingBox())?.width).toBeCloseTo(350, 1)
  expect((await cartPopover.getByRole('list').boundingBox())?.height).toBeCloseTo(250, 1)
  const sources = cartPopover.locator('picture source')
  await expect(sources).toHaveCount(9)
  for (const source of await sources.all()) expect(await source.getAttribute('srcset')).toContain(' 480w')
  await page.clock.runFor(3_980)
  await expect(cartPopover).toBeVisible()
  await page.clock.runFor(20)
  await expect(cartPopover).toBeHidden()
})

test('the board popover closes five seconds after a clip was added @full', async ({ page }) => {
  await register(page)
  const [clip, otherClip] = await listClips(page)
  await callApi(page, 'POST', '/wishlists', { name: 'Night drive', clip_id: [otherClip?.id] })
  await page.clock.install()
  await page.goto('/clips')
  const addToBoardButton = page.locator(`[data-board-clip="${clip?.id}"]`).first()
  await addToBoardButton.focus()
  await addToBoardButton.press('Enter')
  const picker = page.getByRole('dialog', { name: 'Add to board' })
  const board = picker.getByRole('button', { name: 'Night drive' })
  await expect(board).toBeVisible()
  await pauseClock(page)
  await board.click()
  await advanceUntil(page, () => expect(picker.getByText('Added to Night drive')).toBeVisible({ timeout: 100 }))
  await page.clock.runFor(4_980)
  await expect(picker).toHaveAttribute('data-open', '')
  await page.clock.runFor(20)
  await expect(picker).toHaveAttribute('data-closed', '')
  await page.clock.resume()
  await expect(picker).toBeHidden()
})

test('logging out waits for a tenth of a second @full', async ({ page }) => {
  await register(page)
  await page.clock.install()
  await page.goto('/about')
  const requestedPaths: string[] = []
  page.on('request', request => requestedPaths.push(new URL(request.url()).pathname))
  await page.getByRole('button', { name: 'Your account' }).click()
  const logout = page.locator('#account-menu').getByRole('button', { name: 'Logout' })
  await expect(logout).toBeVisible()
  await pauseClock(page)
  await logout.click()
  await page.clock.runFor(99)
  expect(requestedPaths).not.toContain('/api/auth/logout')
  await page.clock.runFor(1)
  await expect.poll(() => requestedPaths).toContain('/api/auth/logout')
  await page.clock.resume()
  await expect(page).toHaveURL(/\/login$/)
})
